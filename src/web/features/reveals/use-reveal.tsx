import { useEffect, useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import type { NoContactReason } from '#shared/rules/creators.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { call, CallError } from '#web/kit/api/call.ts'
import { getSession, isLoggedIn, useSession, whenSessionKnown } from '#web/kit/api/session.ts'
import { appendPurchase, type PurchaseRecord, recordPurchase, useOwnedRecords } from './purchase-records.ts'
import { setUses } from '#web/features/uses/use-uses-history.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'

/** The result of the last press; returns to `default` after a while. */
export type RevealStatus = 'default' | 'busy' | 'success' | 'fail'

/** A contact that the person may read. */
export interface Contact {
  readonly email: string
  readonly source: string | null
  readonly lastSeenAt: string | null
}

/** What a reveal needs to know of the card's channel. */
export interface RevealedChannel {
  readonly channelId: string
  readonly channel_name: string
  readonly thumbnail: string | null
}

interface Reveal {
  readonly status: RevealStatus
  /** Null until it is bought, here or earlier, and while its address is withheld. */
  readonly contact: Contact | null
  /** The person's record of the channel; undefined when none is known, although the contact may have been bought. */
  readonly record: PurchaseRecord | undefined
  /** Whether it is known that the contact was not bought earlier. */
  readonly isCostKnown: boolean
  /** The last press requested a contact that the person had bought before. */
  readonly isRepeat: boolean
  /** The contact has been revealed here, by a press, and not before. */
  readonly isFresh: boolean
  /** What the last press cost, if it failed: nothing, or unknown because the answer was lost. */
  readonly failedCost: 'none' | 'unknown' | null
  readonly reveal: () => Promise<void>
}

/** What a refused call tells beside its error. */
interface Refused {
  readonly noContactReason?: NoContactReason
}

/** Id of the notification at a visitor's first search. */
export const FIRST_SEARCH_REMINDER = 'first-search'

const STATUS_RESET_MS = 3000

/** Buys a channel's contact and stores the purchase. The server decides what it costs, if anything. */
export function useReveal(channel: RevealedChannel): Reveal {
  const { status: sessionStatus, userData } = useSession()
  const { errors, noContactReasons, reveals } = useTexts()
  const [result, setResult] = useState<'success' | 'fail' | null>(null)
  const [fresh, setFresh] = useState<FreshContact | null>(null)
  const [isRepeat, setRepeat] = useState(false)
  const [failedCost, setFailedCost] = useState<Reveal['failedCost']>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [result])

  const { isBusy, run } = useAction({
    subject: TOAST,
    loading: reveals.loading,
    hasProgress: false,
    failure: ({ code, extras }) => {
      if (code === 'not_logged_in') return <LogInFirst channel={channel} toast={TOAST} />
      if (code === 'no_uses') return <NoUses />
      if (code !== 'no_contact') return reveals.transferError
      const { noContactReason: reason } = (extras['meta'] ?? {}) as Refused
      return reason === undefined ? errors.no_contact : noContactReasons[reason]
    },
  })
  const reveal = async () => {
    if (sessionStatus === 'out') {
      // The reminder says the same; the answer to the press replaces it.
      void hideToast(FIRST_SEARCH_REMINDER)
      return showToast({
        kind: 'error',
        text: <LogInFirst channel={channel} toast={TOAST} />,
        id: TOAST,
        hasProgress: false,
      })
    }
    setResult(null)
    setRepeat(false)
    setFailedCost(null)
    const buy = async () => {
      await whenSessionKnown()
      const userId = getSession().userData?.userInformation.user_id
      if (userId === undefined) throw new CallError('not_logged_in')
      const { data } = await call('POST /getemail', {
        body: { channelId: channel.channelId },
        handles: ['not_logged_in', 'no_uses', 'no_contact'],
      })
      // Another person may be logged in by now: the purchase belongs to its buyer.
      return isLoggedIn(userId) ? { ...data, userId } : null
    }
    await run(buy, {
      success: (bought) =>
        bought && { kind: 'success', text: reveals.received, hasProgress: false, evenIfQuick: false },
      onDone: (bought) => {
        if (bought === null) return
        setResult('success')
        // Its failure may have been repeated from the notification.
        setFailedCost(null)
        setUses(bought.uses)
        setFresh(bought)
        void storeRecord(bought.userId, bought)
      },
      onFailed: ({ code, isUnsent }) => {
        setResult('fail')
        // Without a refusal the answer may have been lost on its way back; a request that never left costs nothing.
        const isUnknown = code === 'internal' || (code === 'offline' && !isUnsent)
        setFailedCost(isUnknown ? 'unknown' : 'none')
      },
    })
  }

  /** The contact is already bought and shown: a record that cannot be stored is fetched when needed. */
  const storeRecord = async (userId: number, revealed: DataOf<'POST /getemail'>) => {
    try {
      const recorded = await recordPurchase(userId, revealed)
      if (recorded === null) return
      appendPurchase(recorded.purchase)
      setRepeat(recorded.isKnown)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const { records, isKnown } = useOwnedRecords([channel.channelId])
  const record = records.get(channel.channelId)
  const isOwn = fresh !== null && fresh.userId === userData?.userInformation.user_id
  return {
    status: isBusy ? 'busy' : (result ?? 'default'),
    // Another one may have taken its place since.
    contact: isOwn && record?.report == null ? fresh : userData === null ? null : contactOf(record),
    record,
    isCostKnown: isKnown,
    isRepeat: isOwn && isRepeat,
    isFresh: isOwn,
    failedCost,
    reveal,
  }
}

/** The notification for a person without uses. */
function NoUses() {
  const { reveals } = useTexts()
  return (
    <>
      <span>{`${reveals.noUses}. `}</span>
      <PageLink page="purchase">{reveals.getUses}</PageLink>
    </>
  )
}

/** A contact that has just been revealed, and to whom. */
interface FreshContact extends Contact {
  readonly userId: number
}

function contactOf(record: PurchaseRecord | undefined): Contact | null {
  if (record === undefined || record.email === null) return null
  return { email: record.email, source: record.source, lastSeenAt: record.lastSeenAt }
}

/** Subject of the notifications: the newest replaces the previous one. */
const TOAST = 'reveal'
