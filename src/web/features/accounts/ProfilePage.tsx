import { Navigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/app/PageHead.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { AccountCard } from './AccountCard.tsx'
import styles from './ProfilePage.module.css'
import { useLogOut } from './use-log-out.ts'

/** The account: who is logged in, what is left, the way out. A logged-out visitor is sent to the search. */
export function ProfilePage() {
  const { accounts } = useTexts()
  const { language } = useLanguage()
  const { status, userData } = useSession()
  const logOut = useLogOut()
  if (status === 'out') return <Navigate to={PATHS.search} replace />
  const { profile } = accounts
  const person = userData?.userInformation
  return (
    <>
      <PageHead title={profile.title} page="profile" />
      {person !== undefined && (
        <AccountCard
          title={profile.title}
          figure={formatNumber(person.uses, language)}
          figureLabel={profile.uses(person.uses)}
        >
          <dl className={styles.facts}>
            <div>
              <dt>{accounts.username}</dt>
              <dd>{person.username}</dd>
            </div>
            <div>
              <dt>{accounts.email}</dt>
              <dd>{person.email}</dd>
            </div>
          </dl>
          <div>
            <Button onClick={() => void logOut()}>{profile.logOut}</Button>
          </div>
        </AccountCard>
      )}
    </>
  )
}
