import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { formatAgo, formatDate } from '#web/kit/formats/format.ts'
import styles from './DevicesSection.module.css'
import type { OwnSession } from './use-devices.ts'

interface DeviceRowProps {
  readonly session: OwnSession
  /** When it was read, in ms since 1970. */
  readonly asOf: number
  readonly isEnding: boolean
  readonly onEnd: () => void
}

/** One session: its device in words, when it was used and since when; all but the current one can be ended. */
export function DeviceRow({ session, asOf, isEnding, onEnd }: DeviceRowProps) {
  const { devices } = useTexts().profile
  const { language } = useLanguage()
  const { browser, system, isCurrent, createdAt, lastSeenAt } = session
  const name = [browser, system].filter((part) => part !== null).join(', ') || devices.unknown
  const ago = formatAgo(lastSeenAt, asOf, language)
  const seen = isCurrent ? devices.current : ago === null ? devices.seenLately : devices.seen(ago)
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.details}>
          <span className={isCurrent ? styles.current : undefined}>{seen}</span>
          {' · '}
          {devices.since(formatDate(createdAt, language))}
        </span>
      </span>
      {!isCurrent && (
        <Button size="small" isBusy={isEnding} aria-label={devices.endOn(name)} onClick={onEnd}>
          {devices.end}
        </Button>
      )}
    </li>
  )
}
