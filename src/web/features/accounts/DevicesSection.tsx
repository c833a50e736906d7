import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { Skeleton } from '#web/kit/components/Skeleton.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './DevicesSection.module.css'
import { Section } from '#web/kit/components/Section.tsx'
import { useDevices } from './use-devices.ts'

/** Where the person is logged in, and how to end that. */
export function DevicesSection({ userId }: { readonly userId: number }) {
  const { common, profile } = useTexts()
  const { devices } = profile
  const { sessions, asOf, error, ending, retry, end, endOthers } = useDevices(userId)
  return (
    <Section title={devices.title}>
      {sessions === null && error !== null ? (
        <EmptyState
          role="alert"
          icon={error === 'offline' ? 'offline' : 'info'}
          title={devices.errorTitle}
          text={error === 'offline' ? common.offline : devices.errorText}
        >
          <Button onClick={retry}>{common.retry}</Button>
        </EmptyState>
      ) : (
        <>
          <p className={styles.lead}>{devices.lead}</p>
          <ul className={styles.list} aria-busy={sessions === null}>
            {sessions === null ? (
              <LoadingRow label={common.loading} />
            ) : (
              sessions.map((session) => (
                <DeviceRow
                  key={session.id}
                  session={session}
                  asOf={asOf}
                  isEnding={ending === session.id}
                  onEnd={() => void end(session.id)}
                />
              ))
            )}
          </ul>
          {sessions !== null && sessions.length > 1 && (
            <div>
              <Button isBusy={ending === 'others'} onClick={() => void endOthers()}>
                {devices.endOthers}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

/** As tall as the one row that is always there: this device. */
function LoadingRow({ label }: { readonly label: string }) {
  return (
    <li className={styles.row} aria-label={label}>
      <span className={styles.words}>
        <span>
          <Skeleton width="10rem" />
        </span>
        <span className={styles.details}>
          <Skeleton width="14rem" />
        </span>
      </span>
    </li>
  )
}
