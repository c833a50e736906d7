import type { ReactElement } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { accept } from '#web/kit/actions/refusals.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Lead, Section } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { formatAgo, formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { useProof } from '#web/features/second-factor/use-proof.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

/** Where the person is logged in, and how to end it. */
export function DevicesSection({ userId }: { readonly userId: number }) {
  const { common, profile } = useTexts()
  const { devices } = profile
  const { sessions, asOf, error, ending, proof, retry, end } = useDevices(userId)
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
                  onEnd={() => end(session.id)}
                />
              ))
            )}
          </Rows>
          {sessions !== null && sessions.length > 1 && (
            <div>
              <Button isBusy={ending === 'others'} onClick={() => end('others')}>
                {devices.endOthers}
              </Button>
            </div>
          )}
        </>
      )}
      {proof}
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
          {isCurrent ? <strong>{seen}</strong> : <span>{seen}</span>}
          <span>{` · ${devices.since(formatDate(createdAt, language))}`}</span>
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

type OwnSession = DataOf<'GET /sessions'>[number]

interface Devices {
  /** The current one first, then by last use; null until loaded. */
  readonly sessions: readonly OwnSession[] | null
  /** When the list was read, in ms since 1970. */
  readonly asOf: number
  /** Why they could not be loaded. */
  readonly error: CallError['code'] | null
  /** The session that is being ended. */
  readonly ending: number | 'others' | null
  /** Where the password is asked for, if that is needed. */
  readonly proof: ReactElement
  readonly retry: () => void
  readonly end: (which: number | 'others') => void
}

/** The person's sessions, and how to end them. */
function useDevices(userId: number): Devices {
  const { devices: words } = useTexts().profile
  const { language } = useLanguage()
  const { prove, dialog } = useProof()
  const client = useQueryClient()
  const queryKey = ['sessions', userId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /sessions', { handles: ['too_many_requests'], signal })).data,
    // Every visit shows the current sessions.
    staleTime: 0,
  })

  const { busyWith, mutate: end } = useAction({
    async mutationFn(which: number | 'others') {
      const handles = ['too_many_requests'] as const
      let ended = 1
      if (which === 'others') {
        const { data } = await prove(() => call('DELETE /sessions', { handles }))
        ended = data.ended
      } else {
        // It may have expired, or another device has ended it.
        await prove(() => call('DELETE /sessions/{id}', { params: { id: which }, handles })).catch(
          accept('not_found'),
        )
      }
      await client.invalidateQueries({ queryKey })
      return ended
    },
    meta: {
      subject: 'devices',
      success: (ended, which) =>
        which === 'others' ? words.endedOthers(ended, formatNumber(ended, language)) : words.ended,
      failure: words.endFailed,
    },
  })
  return {
    sessions: query.data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) ?? null,
    asOf: query.dataUpdatedAt,
    error: query.error instanceof CallError ? query.error.code : null,
    ending: busyWith,
    proof: dialog,
    retry: () => void query.refetch(),
    end,
  }
}
