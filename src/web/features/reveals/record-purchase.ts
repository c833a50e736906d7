import type { DataOf } from '#shared/api/contract.ts'
import { CallError, call } from '#web/call.ts'
import { getSession, type PurchaseRecord } from '#web/session.ts'

interface RecordedPurchase {
  readonly purchase: PurchaseRecord
  /** It was handed over before. */
  readonly isKnown: boolean
}

/**
 * Takes over the record of a reveal.
 * @param revealed what `POST /getemail` answered
 * @returns null when nobody is logged in any more
 */
export async function recordPurchase({
  email,
  name,
}: DataOf<'POST /getemail'>): Promise<RecordedPurchase | null> {
  const { userData } = getSession()
  if (userData === null) return null
  const params = { userId: userData.userInformation.user_id }
  try {
    const { data } = await call('POST /purchase/{userId}', {
      params,
      body: { email, channelName: name },
    })
    return { purchase: data.purchase, isKnown: false }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'already_bought') throw error
    const { purchase } = error.extras['data'] as { readonly purchase: PurchaseRecord }
    return { purchase, isKnown: true }
  }
}
