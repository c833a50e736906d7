import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'

interface DeletionLink {
  readonly isBusy: boolean
  /** @returns whether the call was answered, which the person is told of */
  readonly send: (email: string) => Promise<boolean>
}

/** Has the link mailed with which the account is deleted. */
export function useDeletionLink(): DeletionLink {
  const { accounts, profile, ...texts } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)

  const send = async (email: string): Promise<boolean> => {
    setIsBusy(true)
    try {
      const { data } = await call('POST /verification/{action}', {
        params: { action: 'delete' },
        body: { email },
        handles: ['too_many_requests'],
      })
      void showToast(
        data.isUserExists
          ? { kind: 'info', text: accounts.login.linkSent, id: 'deletion' }
          : { kind: 'error', text: profile.deletion.noAccount, id: 'deletion' },
      )
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = describeRefusal(error, { ...texts, language, otherwise: accounts.results.wrong })
      void showToast({ kind: 'error', text, id: 'deletion', reason: error })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}
