import { useSession } from '#web/kit/api/session.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import styles from './AccountLink.module.css'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/**
 * Links to the profile when logged in, and to the choice of logging in otherwise. Equally wide in both cases, so that
 * nothing moves.
 */
export function AccountLink() {
  const { shell } = useStartTexts()
  const isIn = useSession().status === 'in'
  const leaving = useLeavingState()
  return (
    <PageLink page={isIn ? 'profile' : 'authorization'} state={leaving} className={styles.link}>
      <Icon name="person" />
      <span className={styles.names}>
        <span className={isIn ? styles.off : undefined}>{shell.authorization}</span>
        <span className={isIn ? undefined : styles.off}>{shell.profile}</span>
      </span>
    </PageLink>
  )
}
