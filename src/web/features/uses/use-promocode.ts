import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { setUses } from '#web/kit/api/session.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { refreshUses } from './uses-cache.ts'

interface Promocode {
  readonly activate: (promocode: string) => Promise<void>
  readonly isBusy: boolean
  /** Why the last one was refused; null when it was accepted. */
  readonly problem: string | null
}

/** Activates promocodes. @param onActivated called after a promocode has given its uses */
export function usePromocode(email: string, onActivated: () => void): Promocode {
  const { uses, errors, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useAction({
    subject: 'promocode',
    // Shows at the field.
    failure: () => null,
  })

  const activate = async (promocode: string) => {
    if (promocode.trim() === '') return setProblem(fieldProblems.required)
    const body = { promocode, email }
    await run(() => call('PUT /promocode', { body, handles: ['too_many_requests'] }), {
      success: ({ data }) => uses.promocode.activated(data.added, formatNumber(data.added, language)),
      onDone: ({ data }) => {
        setProblem(null)
        setUses(data.uses)
        void refreshUses()
        onActivated()
      },
      onFailed: (error, describe) => {
        const { promocode_used, wrong_promocode } = errors
        setProblem(describe(error, error.code === 'promocode_used' ? promocode_used : wrong_promocode))
      },
    })
  }
  return { activate, isBusy, problem }
}
