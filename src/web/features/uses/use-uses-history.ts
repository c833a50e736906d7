import { type Answer, call } from '#web/kit/api/call.ts'
import { type Pages, usePages } from '#web/kit/api/use-pages.ts'
import { usesHistoryKey } from './uses-cache.ts'

type History = Answer<'GET /uses/history'>
export type Movement = History['data'][number]

/** A person's ledger entries, and the parts of the balance. */
export function useUsesHistory(userId: number): Pages<Movement, Omit<History['meta'], 'nextCursor'>> {
  return usePages({
    queryKey: usesHistoryKey(userId),
    fetchPage: (cursor, signal) => call('GET /uses/history', { query: { limit: 10, ...cursor }, signal }),
  })
}
