import { Navigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/app/PageHead.tsx'
import { Queries } from '#web/app/Queries.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { usePreparedToasts } from '#web/ui/use-prepared-toasts.ts'
import { BalanceSection } from './BalanceSection.tsx'
import { PersonSection } from './PersonSection.tsx'
import styles from './ProfilePage.module.css'

/** The account in sections, each of a file of its own. A logged-out visitor is sent to the search. */
export function ProfilePage() {
  const { profile } = useTexts().accounts
  const { status, userData } = useSession()
  usePreparedToasts()
  if (status === 'out') return <Navigate to={PATHS.search} replace />
  const person = userData?.userInformation
  return (
    <Queries>
      <PageHead title={profile.title} page="profile" />
      <div className={styles.page}>
        <h1>{profile.title}</h1>
        {person !== undefined && (
          <div className={styles.columns}>
            <div className={styles.column}>
              <PersonSection person={person} />
              <BalanceSection person={person} />
            </div>
          </div>
        )}
      </div>
    </Queries>
  )
}
