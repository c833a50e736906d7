import { useTexts } from '#web/app/texts.tsx'
import type { UserInformation } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './PersonSection.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { useLogOut } from './use-log-out.ts'

/** Who is logged in, and the way out. */
export function PersonSection({ person }: { readonly person: UserInformation }) {
  const { accounts } = useTexts()
  const { profile } = accounts
  const logOut = useLogOut()
  return (
    <ProfileSection title={profile.person}>
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
      <div className={styles.actions}>
        <Button onClick={() => void logOut()}>{profile.logOut}</Button>
      </div>
    </ProfileSection>
  )
}
