import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'

interface Optout {
  readonly isBusy: boolean
  /** @returns whether the link is on its way */
  readonly request: (address: string) => Promise<boolean>
  /** @returns null when it may be tried again */
  readonly confirmBy: (token: string) => Promise<'done' | 'dead' | null>
}

/** The two calls of an objection; what fails for other reasons than a dead link is told by a toast. */
export function useOptout(): Optout {
  const { errors, ...texts } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)

  async function busy<T>(work: () => Promise<T>): Promise<T | CallError> {
    setIsBusy(true)
    try {
      const answer = await work()
      void hideToast('optout')
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error
    } finally {
      setIsBusy(false)
    }
  }
  const tell = (error: CallError) => {
    const text = describeRefusal(error, { ...texts, errors, language, otherwise: errors.internal })
    void showToast({ kind: 'error', text, id: 'optout', reason: error })
  }

  return {
    isBusy,
    async request(address) {
      const answer = await busy(() =>
        call('POST /optout', { body: { address }, handles: ['too_many_requests'] }),
      )
      if (answer instanceof CallError) tell(answer)
      return !(answer instanceof CallError)
    },
    async confirmBy(token) {
      const answer = await busy(() =>
        call('PUT /optout', { body: { token }, handles: ['too_many_requests'] }),
      )
      if (!(answer instanceof CallError)) return 'done'
      if (answer.code === 'wrong_token') return 'dead'
      tell(answer)
      return null
    },
  }
}
