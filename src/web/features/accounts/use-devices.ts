import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { accept, useAction } from '#web/kit/actions/use-action.ts'
import { CallError, call } from '#web/kit/api/call.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

export type OwnSession = DataOf<'GET /sessions'>[number]

interface Devices {
  /** The current one first, then by last use; null until loaded. */
  readonly sessions: readonly OwnSession[] | null
  /** When the list was read, in ms since 1970. */
  readonly asOf: number
  /** Why they could not be loaded. */
  readonly error: CallError['code'] | null
  /** The session that is being ended. */
  readonly ending: number | 'others' | null
  readonly retry: () => void
  readonly end: (id: number) => Promise<void>
  readonly endOthers: () => Promise<void>
}

/** The person's sessions, and how to end them. */
export function useDevices(userId: number): Devices {
  const { devices: words } = useTexts().profile
  const { language } = useLanguage()
  const client = useQueryClient()
  const queryKey = ['sessions', userId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /sessions', { handles: ['too_many_requests'], signal })).data,
    // Every visit shows the current sessions.
    staleTime: 0,
  })

  const { busyWith, run } = useAction<number | 'others'>({
    subject: 'devices',
    failure: words.endFailed,
    invalidates: () => client.invalidateQueries({ queryKey }),
  })
  return {
    sessions: query.data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) ?? null,
    asOf: query.dataUpdatedAt,
    error: query.error instanceof CallError ? query.error.code : null,
    ending: busyWith,
    retry: () => void query.refetch(),
    async end(id) {
      const end = () => call('DELETE /sessions/{id}', { params: { id }, handles: ['too_many_requests'] })
      // It may have expired, or another device has ended it.
      await run(() => end().catch(accept('not_found')), { busyWith: id, success: words.ended })
    },
    async endOthers() {
      await run(() => call('DELETE /sessions', { handles: ['too_many_requests'] }), {
        busyWith: 'others',
        success: ({ data: { ended } }) => words.endedOthers(ended, formatNumber(ended, language)),
      })
    },
  }
}
