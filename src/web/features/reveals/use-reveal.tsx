import { type ReactNode, useEffect, useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import { useTexts } from '#web/app/texts.tsx'
import { CallError, call } from '#web/call.ts'
import { appendPurchase, type PurchaseRecord, setUses, useSession } from '#web/session.ts'
import { hideToast, showToast } from '#web/ui/toasts.ts'
import { LogInFirst } from './LogInFirst.tsx'
import { NoUses } from './NoUses.tsx'
import { recordPurchase } from './record-purchase.ts'
import { useOwnedRecord } from './use-owned-record.ts'

/** How the last press ended; back to `default` after a while. */
export type RevealStatus = 'default' | 'busy' | 'success' | 'fail'

/** A contact that the person may read. */
export interface Contact {
  readonly email: string
  readonly source: string | null
  readonly lastSeenAt: string | null
}

/** What a reveal needs to know of the channel on the card. */
export interface RevealedChannel {
  readonly channelId: string
  readonly channel_name: string
  readonly thumbnail: string | null
}

interface Reveal {
  readonly status: RevealStatus
  /** Null until it was bought, here or earlier. */
  readonly contact: Contact | null
  /** Whether it is known by now that the contact was not bought earlier. */
  readonly isCostKnown: boolean
  readonly reveal: () => Promise<void>
}

/** Id of the notification that the first search of a visitor brings. */
export const FIRST_SEARCH_REMINDER = 'first-search'

const STATUS_RESET_MS = 3000

/** Buys the contact of a channel and keeps the purchase. What it costs, and whether it costs anything, the server decides. */
export function useReveal(channel: RevealedChannel): Reveal {
  const session = useSession()
  const notify = useRevealToasts()
  const [status, setStatus] = useState<RevealStatus>('default')
  const [fresh, setFresh] = useState<Contact | null>(null)
  useEffect(() => {
    if (status !== 'success' && status !== 'fail') return
    const timer = setTimeout(() => setStatus('default'), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [status])

  const reveal = async () => {
    if (session.status === 'out') {
      // It says the same, and the answer to the press is the one to read.
      void hideToast(FIRST_SEARCH_REMINDER)
      return notify.logInFirst()
    }
    setStatus('busy')
    try {
      const { data } = await call('POST /getemail', {
        body: { channelId: channel.channelId },
        handles: ['not_logged_in', 'no_uses', 'no_contact'],
      })
      setUses(data.uses)
      setFresh(data)
      setStatus('success')
      // One that is taken away cannot be shown again at once.
      notify.forgetLast('already-bought')
      await takeRecord(data)
    } catch (error) {
      setStatus('fail')
      notify.failure(error)
    }
  }

  /** The contact is bought and shown by now: a record that cannot be taken over is fetched when it is needed. */
  const takeRecord = async (revealed: DataOf<'POST /getemail'>) => {
    try {
      const recorded = await recordPurchase(revealed)
      if (recorded === null) return
      appendPurchase(recorded.purchase)
      if (recorded.isKnown) notify.alreadyBought()
      else void hideToast('already-bought')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const { record, isKnown } = useOwnedRecord(channel.channelId)
  const contact = session.status === 'in' ? (fresh ?? contactOf(record)) : null
  return { status, contact, isCostKnown: isKnown, reveal }
}

function contactOf(record: PurchaseRecord | undefined): Contact | null {
  if (record === undefined || record.email === null) return null
  return { email: record.email, source: record.source, lastSeenAt: record.lastSeenAt }
}

const TOASTS = ['log-in-first', 'already-bought', 'no-uses', 'no-contact', 'transfer-error'] as const

/** What the person is told; these notifications show no time bar. */
function useRevealToasts() {
  const { reveals, errors } = useTexts()
  /** What was said of an earlier press would be read as the answer to this one. */
  const forgetLast = (kept: (typeof TOASTS)[number]) => {
    for (const id of TOASTS) if (id !== kept) void hideToast(id)
  }
  const show = (text: ReactNode, id: (typeof TOASTS)[number]) => {
    forgetLast(id)
    void showToast({ kind: 'error', text, id, hasProgress: false })
  }
  const logInFirst = () => show(<LogInFirst />, 'log-in-first')
  return {
    forgetLast,
    logInFirst,
    alreadyBought: () => show(reveals.alreadyBought, 'already-bought'),
    failure: (error: unknown) => {
      const code = error instanceof CallError ? error.code : 'internal'
      if (code === 'not_logged_in') return logInFirst()
      if (code === 'no_uses') return show(<NoUses />, 'no-uses')
      if (code === 'no_contact') return show(errors.no_contact, 'no-contact')
      if (code !== 'session_expired' && code !== 'too_many_requests')
        show(reveals.transferError, 'transfer-error')
    },
  }
}
