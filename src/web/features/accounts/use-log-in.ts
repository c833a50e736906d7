import { normalizeEmail } from '#shared/rules/email.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, type CallError } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { useWelcome } from './greeting.tsx'
import { afterWrongAttempt, endOf, type MailedCode } from './mailed-code.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import type { AskedFactor } from '#web/features/second-factor/SecondFactorStep.tsx'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** How an attempt to log in ended, when the page stays. */
export type LoginOutcome = 'in' | 'codeRequired' | 'secondFactor' | 'wrongCode' | 'refused' | 'failed'

interface LogIn {
  readonly isPending: boolean
  readonly logIn: (credentials: Credentials, given?: GivenCode) => Promise<LoginOutcome>
  /** Requests another mailed code. @returns whether it was sent */
  readonly sendAgain: (credentials: Credentials) => Promise<boolean>
}

/** The digits of a mailed code, and what is known of it. */
interface GivenCode {
  readonly digits: string
  readonly code: MailedCode
}

/**
 * Logs in, or passes on the missing second factor. Success shows the welcome, and after 2 seconds the page that the person
 * came from, or the search.
 */
export function useLogIn(onSecondFactor: (half: HalfLogin) => void): LogIn {
  const welcome = useWelcome()
  const { accounts, errors } = useTexts()
  const { isPending, mutateAsync } = useAction({
    mutationFn: ({ body }: Attempt) => call('POST /login', { body, handles: ['too_many_requests'] }),
    meta: {
      subject: 'login',
      isRepeatable: false,
      failure(error, describe, { code }) {
        if (error.code !== 'wrong_code') return describe(error, errors.invalid_credentials)
        // The step itself says when a code no longer works.
        const isOver = code !== undefined && endOf(afterWrongAttempt(code), Date.now()) !== null
        return isOver ? null : accounts.login.wrongCode
      },
    },
    onSuccess({ data, secondFactor }, { body }) {
      if (secondFactor !== undefined) onSecondFactor({ asked: secondFactor, body })
      else if (data !== null) return welcome(data)
    },
  })
  const logIn = async ({ email, password }: Credentials, given?: GivenCode): Promise<LoginOutcome> => {
    const body = { email: normalizeEmail(email), password, verification_code: given?.digits ?? null }
    try {
      const { data, secondFactor } = await mutateAsync({ body, code: given?.code })
      if (secondFactor !== undefined) return 'secondFactor'
      return data === null ? 'codeRequired' : 'in'
    } catch (error) {
      const { code } = error as CallError
      return code === 'wrong_code' ? 'wrongCode' : code === 'invalid_credentials' ? 'refused' : 'failed'
    }
  }
  const sendAgain = async (credentials: Credentials): Promise<boolean> => {
    // The same call as the first one: it may also log the person in, when the failures are long enough ago.
    const isSent = (await logIn(credentials)) === 'codeRequired'
    if (isSent) void showToast({ kind: 'success', text: accounts.code.sentAgain, id: 'login' })
    return isSent
  }
  return { isPending, logIn, sendAgain }
}

interface Attempt {
  readonly body: BodyGiven<'POST /login'>
  /** The mailed code that it was made with. */
  readonly code: MailedCode | undefined
}

/** A login that lacks only the second factor. In memory only: it holds a password. */
export interface HalfLogin {
  readonly asked: AskedFactor
  readonly body: BodyGiven<'POST /login'>
}

/** Completes a login with the second factor. @param onOver the earlier steps are no longer valid: start over */
export function useLogInWithFactor(onOver: () => void) {
  const welcome = useWelcome()
  const { errors } = useTexts()
  return useAction({
    mutationFn: (body: HalfLogin['body']) => call('POST /login', { body, handles: ['too_many_requests'] }),
    meta: {
      subject: 'login',
      failure: (error, describe) =>
        describe(error, errors[error.code === 'wrong_code' ? 'wrong_code' : 'invalid_credentials']),
    },
    onSuccess: ({ data }) => (data === null ? onOver() : welcome(data)),
    onError({ code }) {
      if (code === 'wrong_code' || code === 'invalid_credentials') onOver()
    },
  })
}
