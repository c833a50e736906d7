import { shownEmail } from '#shared/rules/email.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { ChangePassword } from '#web/features/accounts/ChangePassword.tsx'
import { Actions, Section } from '#web/kit/components/layout.tsx'
import { ChangeUsername } from './ChangeUsername.tsx'
import styles from './PersonSection.module.css'
import { useLogOut } from '#web/features/accounts/greeting.tsx'

interface PersonSectionProps {
  readonly person: UserInformation
}

/** The person's data, what can be changed of it, and the logout. */
export function PersonSection({ person }: PersonSectionProps) {
  const { accounts } = useTexts()
  const logOut = useLogOut()
  return (
    <Section title={accounts.profile.person}>
      <dl className={styles.facts}>
        <div>
          <dt>{accounts.username}</dt>
          <dd>
            <span className={styles.value}>{person.username}</span>
            <ChangeUsername person={person} />
          </dd>
        </div>
        <div>
          <dt>{accounts.email}</dt>
          <dd>
            <span className={styles.value}>{shownEmail(person.email)}</span>
          </dd>
        </div>
      </dl>
      <Actions>
        <ChangePassword email={person.email} userId={person.user_id} />
        <Button onClick={logOut}>{accounts.profile.logOut}</Button>
      </Actions>
    </Section>
  )
}
