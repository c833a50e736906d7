import { Facts } from '#web/kit/components/lists.tsx'
import { shownEmail } from '#shared/rules/email.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { type UserInformation, useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { ChangePassword } from '#web/features/accounts/ChangePassword.tsx'
import { Actions, Line, Section } from '#web/kit/components/layout.tsx'
import { ChangeUsername } from './ChangeUsername.tsx'
import { useLogOut } from '#web/features/accounts/greeting.tsx'

interface PersonSectionProps {
  readonly person: UserInformation
}

/** The person's data, what can be changed of it, and the logout. */
export function PersonSection({ person }: PersonSectionProps) {
  const { accounts, teams } = useTexts()
  const names = useSession().userData?.teams.map(({ name }) => name) ?? []
  const logOut = useLogOut()
  return (
    <Section title={accounts.profile.person}>
      <Facts
        look="below"
        facts={[
          [
            accounts.username,
            <Line key="username" gap={1}>
              <span>{person.username}</span>
              <ChangeUsername person={person} />
            </Line>,
          ],
          [accounts.email, shownEmail(person.email)],
          [
            teams.title,
            <PageLink key="teams" page="teams">
              {names.length === 0 ? teams.make : names.join(', ')}
            </PageLink>,
          ],
        ]}
      />
      <Actions>
        <ChangePassword email={person.email} userId={person.user_id} />
        <Button onClick={logOut}>{accounts.profile.logOut}</Button>
      </Actions>
    </Section>
  )
}
