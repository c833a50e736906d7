import { CallError, call } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/Queries.tsx'
import { enterSession, getSession, onSessionChange } from '#web/kit/api/session.ts'

const KEY = 'uses-history'

/** Query key of a person's history of uses. */
export const usesHistoryKey = (userId: number) => [KEY, userId] as const

/** Refetches what a payment or a promocode changed: the balance everywhere, and the history of uses. */
export async function refreshUses(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: [KEY] })
  try {
    enterSession((await call('GET /cookie', {})).data)
  } catch (error) {
    // The next page load fetches it again.
    if (!(error instanceof CallError)) throw error
  }
}

// Nothing of a person stays after the session ends.
onSessionChange(() => {
  if (getSession().status === 'out') queryClient.removeQueries({ queryKey: [KEY] })
})
