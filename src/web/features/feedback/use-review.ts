import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface Review {
  readonly text: string
  readonly mark: number | null
}

interface SendReview {
  readonly state: 'writing' | 'sending' | 'sent'
  /** What the last attempt lacked. */
  readonly missing: { readonly mark: boolean; readonly text: boolean }
  readonly send: (review: Review) => Promise<void>
  /** Shows the form again. */
  readonly restart: () => void
}

/** Sends a review; a failure loses nothing that was typed. */
export function useReview(): SendReview {
  const { isBusy, run } = useAction({ subject: 'review', failure: useTexts().errors.internal })
  const [isSent, setIsSent] = useState(false)
  const [missing, setMissing] = useState({ mark: false, text: false })

  const send = async ({ text, mark }: Review): Promise<void> => {
    setMissing({ mark: mark === null, text: text.trim() === '' })
    if (mark === null || text.trim() === '') return
    const body = { reviewText: text, websiteMark: mark }
    await run(() => call('POST /review', { body, handles: ['too_many_requests'] }), {
      onDone: () => setIsSent(true),
    })
  }
  const state = isBusy ? 'sending' : isSent ? 'sent' : 'writing'
  return { state, missing, send, restart: () => setIsSent(false) }
}
