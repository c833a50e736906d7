import { Icon } from '#web/kit/components/Icon.tsx'
import styles from './OfflineNotice.module.css'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import { useIsOnline } from './use-is-online.ts'

/** A notice that shows while there is no connection. */
export function OfflineNotice() {
  const { shell } = useStartTexts()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.notice}>
          <Icon name="offline" />
          <span>
            <strong>{shell.offlineTitle}.</strong> {shell.offlineText}
          </span>
        </p>
      )}
    </div>
  )
}
