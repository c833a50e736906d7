import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'

interface Review {
  readonly text: string
  readonly mark: number | null
}

interface SendReview {
  readonly state: 'writing' | 'sending' | 'sent'
  /** What the last try lacked. */
  readonly missing: { readonly mark: boolean; readonly text: boolean }
  readonly send: (review: Review) => Promise<void>
  /** Shows the form once more. */
  readonly restart: () => void
}

/** Sends a review; what fails is told by a toast, and nothing that was typed is lost. */
export function useReview(): SendReview {
  const { errors, ...texts } = useTexts()
  const { language } = useLanguage()
  const [state, setState] = useState<SendReview['state']>('writing')
  const [missing, setMissing] = useState({ mark: false, text: false })

  const send = async ({ text, mark }: Review): Promise<void> => {
    setMissing({ mark: mark === null, text: text.trim() === '' })
    if (mark === null || text.trim() === '') return
    setState('sending')
    try {
      await call('POST /review', {
        body: { reviewText: text, websiteMark: mark },
        handles: ['too_many_requests'],
      })
      void hideToast('review')
      setState('sent')
    } catch (error) {
      setState('writing')
      if (!(error instanceof CallError)) throw error
      const described = describeRefusal(error, { ...texts, errors, language, otherwise: errors.internal })
      void showToast({ kind: 'error', text: described, id: 'review', reason: error })
    }
  }
  return { state, missing, send, restart: () => setState('writing') }
}
