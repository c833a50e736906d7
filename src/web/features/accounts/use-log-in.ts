import { useState } from 'react'
import { useNavigate } from 'react-router'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useReturnPath } from '#web/app/came-from.ts'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { CallError, call } from '#web/call.ts'
import { enterSession } from '#web/session.ts'
import { hideToast, showToast } from '#web/ui/toasts.ts'
import { describeRefusal } from './describe-refusal.ts'
import { greet } from './greeting.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** How a try to log in ended, where that is not the end of the page. */
export type LoginOutcome = 'in' | 'codeRequired' | 'wrongCode' | 'failed'

interface LogIn {
  readonly isBusy: boolean
  /** @param code the mailed code, where one was asked for */
  readonly logIn: (credentials: Credentials, code?: string) => Promise<LoginOutcome>
}

/** Logs in: on success the welcome, and after 2 seconds the page that the person came from, or the search. */
export function useLogIn(): LogIn {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const { accounts, ...texts } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)

  const explain = (error: CallError): LoginOutcome => {
    const isWrongCode = error.code === 'wrong_code'
    const otherwise = isWrongCode ? accounts.login.wrongCode : texts.errors.invalid_credentials
    const text = describeRefusal(error, { ...texts, language, otherwise })
    void showToast({ kind: 'error', text, id: 'login', reason: error })
    return isWrongCode ? 'wrongCode' : 'failed'
  }
  const logIn = async ({ email, password }: Credentials, code?: string): Promise<LoginOutcome> => {
    setIsBusy(true)
    try {
      const { data } = await call('POST /login', {
        body: { email: normalizeEmail(email), password, verification_code: code ?? null },
        handles: ['too_many_requests'],
      })
      void hideToast('login')
      if (data === null) return 'codeRequired'
      enterSession(data)
      const lift = await greet('welcome', data.userInformation.username)
      void navigate(returnPath)
      lift()
      return 'in'
    } catch (error) {
      if (error instanceof CallError) return explain(error)
      throw error
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, logIn }
}
