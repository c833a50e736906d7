import type { UserData } from '#shared/api/sessions.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { CallError, call } from '#web/kit/api/call.ts'
import { changeUserData, isLoggedIn } from '#web/kit/api/session.ts'

/** What a person keeps of a bought contact. */
export type PurchaseRecord = UserData['channels'][number]

interface RecordedPurchase {
  readonly purchase: PurchaseRecord
  /** Whether it was recorded before. */
  readonly isKnown: boolean
}

/**
 * Stores the record of a reveal.
 * @param userId the person who made the reveal
 * @param revealed the answer of `POST /getemail`
 * @returns null when that person is no longer logged in
 */
export async function recordPurchase(
  userId: number,
  { email, name }: DataOf<'POST /getemail'>,
): Promise<RecordedPurchase | null> {
  if (!isLoggedIn(userId)) return null
  try {
    const { data } = await call('POST /purchase/{userId}', {
      params: { userId },
      body: { email, channelName: name },
    })
    return { purchase: data.purchase, isKnown: false }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'already_bought') throw error
    const { purchase } = error.extras['data'] as { readonly purchase: PurchaseRecord }
    return { purchase, isKnown: true }
  }
}

/** Adds a purchase to the session, at the top, in place of an older record of the same channel. */
export function appendPurchase(record: PurchaseRecord): void {
  changeUserData((userData) => ({
    ...userData,
    channels: [record, ...userData.channels.filter((other) => other.channelId !== record.channelId)],
  }))
}
