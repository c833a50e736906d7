import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/LoadFailure.tsx'
import { Row, Rows } from '#web/kit/components/Rows.tsx'
import { formatAgo, formatDate } from '#web/kit/formats/format.ts'
import { Skeleton } from '#web/kit/components/Skeleton.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import { type OwnSession, useDevices } from './use-devices.ts'

/** Where the person is logged in, and how to end it. */
export function DevicesSection({ userId }: { readonly userId: number }) {
  const { common, profile } = useTexts()
  const { devices } = profile
  const { sessions, asOf, error, ending, retry, end, endOthers } = useDevices(userId)
  return (
    <Section title={devices.title}>
      {sessions === null && error !== null ? (
        <LoadFailure code={error} title={devices.errorTitle} text={devices.errorText} onRetry={retry} />
      ) : (
        <>
          <Lead>{devices.lead}</Lead>
          <Rows isBusy={sessions === null}>
            {sessions === null ? (
              // As tall as the row that always exists: this device.
              <Row
                label={common.loading}
                name={<Skeleton width="10rem" />}
                details={<Skeleton width="14rem" />}
              />
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
          </Rows>
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

interface DeviceRowProps {
  readonly session: OwnSession
  /** When the list was read, in ms since 1970. */
  readonly asOf: number
  readonly isEnding: boolean
  readonly onEnd: () => void
}

/** One session: its device in words, its last use and its start; all but the current one can be ended. */
function DeviceRow({ session, asOf, isEnding, onEnd }: DeviceRowProps) {
  const { devices } = useTexts().profile
  const { language } = useLanguage()
  const { browser, system, isCurrent, createdAt, lastSeenAt } = session
  const name = [browser, system].filter((part) => part !== null).join(', ') || devices.unknown
  const ago = formatAgo(lastSeenAt, asOf, language)
  const seen = isCurrent ? devices.current : ago === null ? devices.seenLately : devices.seen(ago)
  return (
    <Row
      name={name}
      details={
        <>
          {isCurrent ? <strong>{seen}</strong> : seen}
          {' · '}
          {devices.since(formatDate(createdAt, language))}
        </>
      }
    >
      {!isCurrent && (
        <Button size="small" isBusy={isEnding} aria-label={devices.endOn(name)} onClick={onEnd}>
          {devices.end}
        </Button>
      )}
    </Row>
  )
}
