import { useState } from 'react'
import { useNavigate } from 'react-router'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useReturnPath } from '#web/kit/links/came-from.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { greet } from './greeting.ts'
import { afterWrongTry, endOf, type MailedCode } from './mailed-code.ts'
import type { HalfLogin } from './use-log-in-with-factor.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** How a try to log in ended, where that is not the end of the page. */
export type LoginOutcome = 'in' | 'codeRequired' | 'secondFactor' | 'wrongCode' | 'failed'

interface LogIn {
  readonly isBusy: boolean
  readonly logIn: (credentials: Credentials, given?: GivenCode) => Promise<LoginOutcome>
  /** Has another code mailed. @returns whether one is on its way */
  readonly sendAgain: (credentials: Credentials) => Promise<boolean>
}

/** The digits of a mailed code, and what is known of it. */
interface GivenCode {
  readonly digits: string
  readonly code: MailedCode
}

/** Logs in, or hands on what a second factor is missing in: on success the welcome, and after 2 seconds the page that the person came from, or the search. */
export function useLogIn(onSecondFactor: (half: HalfLogin) => void): LogIn {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const { accounts, ...texts } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)

  const explain = (error: CallError, given: GivenCode | undefined): LoginOutcome => {
    const isWrongCode = error.code === 'wrong_code'
    // The step itself says that a code has ended.
    if (isWrongCode && given !== undefined && endOf(afterWrongTry(given.code), Date.now()) !== null) {
      void hideToast('login')
      return 'wrongCode'
    }
    const otherwise = isWrongCode ? accounts.login.wrongCode : texts.errors.invalid_credentials
    const text = describeRefusal(error, { ...texts, language, otherwise })
    void showToast({ kind: 'error', text, id: 'login', reason: error })
    return isWrongCode ? 'wrongCode' : 'failed'
  }
  const logIn = async ({ email, password }: Credentials, given?: GivenCode): Promise<LoginOutcome> => {
    setIsBusy(true)
    try {
      const body = { email: normalizeEmail(email), password, verification_code: given?.digits ?? null }
      const { data, secondFactor } = await call('POST /login', { body, handles: ['too_many_requests'] })
      void hideToast('login')
      if (secondFactor !== undefined) {
        onSecondFactor({ asked: secondFactor, body })
        return 'secondFactor'
      }
      if (data === null) return 'codeRequired'
      enterSession(data)
      const lift = await greet('welcome', data.userInformation.username)
      void navigate(returnPath)
      lift()
      return 'in'
    } catch (error) {
      if (error instanceof CallError) return explain(error, given)
      throw error
    } finally {
      setIsBusy(false)
    }
  }
  const sendAgain = async (credentials: Credentials): Promise<boolean> => {
    // The same call as the first one: it may also let the person in, when the failures are long ago by now.
    const isSent = (await logIn(credentials)) === 'codeRequired'
    if (isSent) void showToast({ kind: 'success', text: accounts.code.sentAgain, id: 'login' })
    return isSent
  }
  return { isBusy, logIn, sendAgain }
}
