import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'

export type OwnSession = DataOf<'GET /sessions'>[number]

interface Devices {
  /** The current one first, then the one seen last; null until they are loaded. */
  readonly sessions: readonly OwnSession[] | null
  /** When that was so, in ms since 1970. */
  readonly asOf: number
  /** Why they could not be loaded. */
  readonly error: CallError['code'] | null
  /** What is being ended now. */
  readonly ending: number | 'others' | null
  readonly retry: () => void
  readonly end: (id: number) => Promise<void>
  readonly endOthers: () => Promise<void>
}

/** The person's sessions, and their ends. */
export function useDevices(userId: number): Devices {
  const { profile, ...texts } = useTexts()
  const { language } = useLanguage()
  const [ending, setEnding] = useState<Devices['ending']>(null)
  const client = useQueryClient()
  const queryKey = ['sessions', userId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /sessions', { handles: ['too_many_requests'], signal })).data,
    // Every visit shows them as they are now.
    staleTime: 0,
  })

  const run = async (what: number | 'others', work: () => Promise<string>): Promise<void> => {
    setEnding(what)
    try {
      const text = await work()
      await client.invalidateQueries({ queryKey })
      void showToast({ kind: 'success', text, id: 'devices' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = describeRefusal(error, { ...texts, language, otherwise: profile.devices.endFailed })
      void showToast({ kind: 'error', text, id: 'devices', reason: error })
    } finally {
      setEnding(null)
    }
  }
  return {
    sessions: query.data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) ?? null,
    asOf: query.dataUpdatedAt,
    error: query.error instanceof CallError ? query.error.code : null,
    ending,
    retry: () => void query.refetch(),
    end: (id) =>
      run(id, async () => {
        try {
          await call('DELETE /sessions/{id}', { params: { id }, handles: ['too_many_requests'] })
        } catch (error) {
          // It has ended by itself, or by another device.
          if (!(error instanceof CallError && error.code === 'not_found')) throw error
        }
        return profile.devices.ended
      }),
    endOthers: () =>
      run('others', async () => {
        const { data } = await call('DELETE /sessions', { handles: ['too_many_requests'] })
        return profile.devices.endedOthers(data.ended, formatNumber(data.ended, language))
      }),
  }
}
