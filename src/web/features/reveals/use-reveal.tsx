import { useEffect, useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import type { NoContactReason } from '#shared/rules/creators.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { call, CallError } from '#web/kit/api/call.ts'
import { getSession, isLoggedIn, useSession, whenSessionKnown } from '#web/kit/api/session.ts'
import { appendPurchase, recordPurchase, useOwnedRecords } from './purchase-records.ts'
import { type RevealState, revealStateOf } from './reveal-state.ts'
import { setUses } from '#web/features/uses/use-uses-history.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'

/** The result of the last press; returns to `default` after a while. */
export type RevealStatus = 'default' | 'busy' | 'success' | 'fail'

/** What a reveal needs to know of the card's channel. */
export interface RevealedChannel {
  readonly channelId: string
  readonly channel_name: string
  readonly thumbnail: string | null
}

interface Reveal {
  readonly reveal: RevealState
  readonly status: RevealStatus
  readonly press: () => void
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
  const { channelId } = channel
  const { status: sessionStatus, userData } = useSession()
  const { errors, noContactReasons, reveals } = useTexts()
  const [isRecent, setRecent] = useState(false)
  const [isRepeat, setRepeat] = useState(false)
  useEffect(() => {
    if (!isRecent) return
    const timer = setTimeout(() => setRecent(false), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [isRecent])

  const {
    data: sale,
    error,
    isPending,
    mutate,
  } = useAction({
    async mutationFn() {
      await whenSessionKnown()
      const userId = getSession().userData?.userInformation.user_id
      if (userId === undefined) throw new CallError('not_logged_in')
      const { data } = await call('POST /getemail', {
        body: { channelId },
        handles: ['not_logged_in', 'no_uses', 'no_contact'],
      })
      return { ...data, userId }
    },
    meta: {
      subject: TOAST,
      loading: reveals.loading,
      hasProgress: false,
      success: ({ userId }) =>
        isLoggedIn(userId)
          ? { kind: 'success', text: reveals.received, hasProgress: false, evenIfQuick: false }
          : null,
      failure({ code, extras }) {
        if (code === 'not_logged_in') return <LogInFirst channel={channel} toast={TOAST} />
        if (code === 'no_uses') return <NoUses />
        if (code !== 'no_contact') return reveals.transferError
        const { noContactReason: reason } = (extras['meta'] ?? {}) as Refused
        return reason === undefined ? errors.no_contact : noContactReasons[reason]
      },
    },
    onMutate() {
      setRecent(false)
      setRepeat(false)
    },
    onSuccess(sold) {
      setRecent(true)
      setUses(sold.userId, sold.uses)
      void storeRecord(sold.userId, sold)
    },
    onError: () => setRecent(true),
  })
  /** The contact is already bought and shown: a record that cannot be stored is fetched when needed. */
  const storeRecord = async (userId: number, sold: DataOf<'POST /getemail'>) => {
    try {
      const recorded = await recordPurchase(userId, sold)
      if (recorded === null) return
      appendPurchase(userId, recorded.purchase)
      setRepeat(recorded.isKnown)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    }
  }
  const press = () => {
    if (sessionStatus !== 'out') return mutate()
    // The reminder says the same; the answer to the press replaces it.
    void hideToast(FIRST_SEARCH_REMINDER)
    const text = <LogInFirst channel={channel} toast={TOAST} />
    void showToast({ kind: 'error', text, id: TOAST, hasProgress: false })
  }
  const { records, isKnown } = useOwnedRecords([channelId])
  const userId = userData?.userInformation.user_id
  const record = records.get(channelId)
  const reveal = revealStateOf({ userId, record, isKnown, isPending, sale, error, isRepeat })
  return { reveal, status: statusOf(reveal, isRecent), press }
}

function statusOf({ state }: RevealState, isRecent: boolean): RevealStatus {
  if (state === 'buying') return 'busy'
  if (!isRecent) return 'default'
  return state === 'sold' ? 'success' : state === 'failed' ? 'fail' : 'default'
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

/** Subject of the notifications: the newest replaces the previous one. */
const TOAST = 'reveal'
