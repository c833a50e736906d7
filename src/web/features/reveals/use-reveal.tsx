import { useEffect, useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import type { NoContactReason } from '#shared/rules/creators.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { call, CallError } from '#web/kit/api/call.ts'
import {
  getSession,
  holderOf,
  isHolder,
  useHolderId,
  useSession,
  whenSessionKnown,
} from '#web/kit/api/session.ts'
import { appendPurchase, recordPurchase, useOwnedRecords } from './purchase-records.ts'
import { type RevealState, revealStateOf } from './reveal-state.ts'
import { setUses } from '#web/features/uses/use-uses-history.ts'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
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
  readonly budgetLeft?: number
}

/** Id of the notification at a visitor's first search. */
export const FIRST_SEARCH_REMINDER = 'first-search'

const STATUS_RESET_MS = 3000

/** Buys a channel's contact and stores the purchase. The server decides what it costs, if anything. */
export function useReveal(channel: RevealedChannel): Reveal {
  const { channelId } = channel
  const { status: sessionStatus } = useSession()
  const { errors, noContactReasons, reveals, teams } = useTexts()
  const { language } = useLanguage()
  const team = useTeam()
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
      const { userData } = getSession()
      if (userData === null) throw new CallError('not_logged_in')
      const holderId = holderOf(userData)
      const { data } = await call('POST /getemail', {
        body: { channelId },
        handles: ['not_logged_in', 'no_uses', 'no_contact', 'over_budget'],
      })
      return { ...data, holderId }
    },
    meta: {
      subject: TOAST,
      loading: reveals.loading,
      hasProgress: false,
      success: ({ holderId }) =>
        isHolder(holderId)
          ? { kind: 'success', text: reveals.received, hasProgress: false, evenIfQuick: false }
          : null,
      failure({ code, extras }) {
        if (code === 'not_logged_in') return <LogInFirst channel={channel} toast={TOAST} />
        if (code === 'no_uses') return <NoUses />
        const { noContactReason: reason, budgetLeft = 0 } = (extras['meta'] ?? {}) as Refused
        if (code === 'over_budget')
          return teams.overBudget(team?.name ?? '', formatNumber(budgetLeft, language), budgetLeft)
        if (code !== 'no_contact') return reveals.transferError
        return reason === undefined ? errors.no_contact : noContactReasons[reason]
      },
    },
    onMutate() {
      setRecent(false)
      setRepeat(false)
    },
    onSuccess(sold) {
      setRecent(true)
      setUses(sold.holderId, sold.uses)
      void storeRecord(sold.holderId, sold)
    },
    onError: () => setRecent(true),
  })
  /** The contact is already bought and shown: a record that cannot be stored is fetched when needed. */
  const storeRecord = async (holderId: number, sold: DataOf<'POST /getemail'>) => {
    try {
      const recorded = await recordPurchase(holderId, sold)
      if (recorded === null) return
      appendPurchase(holderId, recorded.purchase)
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
  const holderId = useHolderId()
  const record = records.get(channelId)
  const reveal = revealStateOf({ holderId, record, isKnown, isPending, sale, error, isRepeat })
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
