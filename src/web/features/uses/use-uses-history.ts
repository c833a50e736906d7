import { type Answer, call, refreshSession } from '#web/kit/api/call.ts'
import { forgetOnLogout, type Pages, queryClient, usePages } from '#web/kit/api/queries.tsx'
import { changeUserData } from '#web/kit/api/session.ts'

type History = Answer<'GET /uses/history'>
export type Movement = History['data'][number]

const KEY = 'uses-history'

/** A purse's ledger entries, and the parts of the balance. */
export function useUsesHistory(holderId: number): Pages<Movement, Omit<History['meta'], 'nextCursor'>> {
  return usePages({
    queryKey: [KEY, holderId],
    fetchPage: (cursor, signal) => call('GET /uses/history', { query: { limit: 10, ...cursor }, signal }),
  })
}

/** Sets the balance of a purse that the server answered. */
export function setUses(holderId: number, uses: number): void {
  changeUserData(holderId, (userData) => ({
    ...userData,
    userInformation: { ...userData.userInformation, uses },
  }))
}

/** Refetches what a payment or a promocode changed: the balance everywhere, and the history of uses. */
export async function refreshUses(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: [KEY] })
  await refreshSession()
}

forgetOnLogout(KEY)
