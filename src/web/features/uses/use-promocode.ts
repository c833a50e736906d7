import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { setUses } from '#web/kit/api/session.ts'
import { formatNumber, formatWait } from '#web/kit/formats/format.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { refreshMoney } from '#web/features/payments/use-payment.ts'

interface Promocode {
  readonly activate: (promocode: string) => Promise<void>
  readonly isBusy: boolean
  /** Why the last one was refused; null when it was not. */
  readonly problem: string | null
}

/** Activates promocodes. @param onActivated is called when one has given its uses */
export function usePromocode(email: string, onActivated: () => void): Promocode {
  const { payments, errors, fieldProblems, common, status } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const describe = (error: unknown): string => {
    if (!(error instanceof CallError)) return errors.wrong_promocode
    if (error.code === 'offline') return common.offline
    if (error.code === 'too_many_requests' && error.retryAfter !== null)
      return `${errors.too_many_requests} ${status.tooManyRequests.wait(formatWait(error.retryAfter, language))}`
    const isExplained = error.code === 'promocode_used' || error.code === 'unavailable'
    return isExplained ? errors[error.code] : errors.wrong_promocode
  }

  const activate = async (promocode: string) => {
    if (promocode.trim() === '') return setProblem(fieldProblems.required)
    setIsBusy(true)
    try {
      const { data } = await call('PUT /promocode', {
        body: { promocode, email },
        handles: ['too_many_requests'],
      })
      setProblem(null)
      setUses(data.uses)
      void refreshMoney()
      onActivated()
      const written = formatNumber(data.added, language)
      void showToast({
        kind: 'success',
        text: payments.promocode.activated(data.added, written),
        id: 'promocode',
      })
    } catch (error) {
      setProblem(describe(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { activate, isBusy, problem }
}
