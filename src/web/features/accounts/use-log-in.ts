import { normalizeEmail } from '#shared/rules/email.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { useWelcome } from './greeting.tsx'
import { afterWrongAttempt, endOf, type MailedCode } from './mailed-code.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import type { AskedFactor, Factor } from '#web/features/second-factor/SecondFactorStep.tsx'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** How an attempt to log in ended, when the page stays. */
export type LoginOutcome = 'in' | 'codeRequired' | 'secondFactor' | 'wrongCode' | 'refused' | 'failed'

interface LogIn {
  readonly isBusy: boolean
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
  const { isBusy, run } = useAction({ subject: 'login', failure: errors.invalid_credentials })

  const logIn = async ({ email, password }: Credentials, given?: GivenCode): Promise<LoginOutcome> => {
    const body = { email: normalizeEmail(email), password, verification_code: given?.digits ?? null }
    const ended = await run(() => call('POST /login', { body, handles: ['too_many_requests'] }), {
      isAwaited: true,
      onDone: ({ data, secondFactor }) => {
        if (secondFactor !== undefined) onSecondFactor({ asked: secondFactor, body })
        else if (data !== null) return welcome(data)
      },
      failure: (error, describe) => {
        if (error.code !== 'wrong_code') return describe(error, errors.invalid_credentials)
        // The step itself says when a code no longer works.
        const isOver = given !== undefined && endOf(afterWrongAttempt(given.code), Date.now()) !== null
        return isOver ? null : accounts.login.wrongCode
      },
    })
    if (!ended.isDone) {
      if (ended.error.code === 'wrong_code') return 'wrongCode'
      return ended.error.code === 'invalid_credentials' ? 'refused' : 'failed'
    }
    if (ended.value.secondFactor !== undefined) return 'secondFactor'
    return ended.value.data === null ? 'codeRequired' : 'in'
  }
  const sendAgain = async (credentials: Credentials): Promise<boolean> => {
    // The same call as the first one: it may also log the person in, when the failures are long enough ago.
    const isSent = (await logIn(credentials)) === 'codeRequired'
    if (isSent) void showToast({ kind: 'success', text: accounts.code.sentAgain, id: 'login' })
    return isSent
  }
  return { isBusy, logIn, sendAgain }
}

/** A login that lacks only the second factor. In memory only: it holds a password. */
export interface HalfLogin {
  readonly asked: AskedFactor
  readonly body: BodyGiven<'POST /login'>
}

interface LogInWithFactor {
  readonly isBusy: boolean
  readonly logIn: (half: HalfLogin, factor: Factor) => Promise<void>
}

/** Completes a login with the second factor. @param onOver the earlier steps are no longer valid: start over */
export function useLogInWithFactor(onOver: () => void): LogInWithFactor {
  const welcome = useWelcome()
  const { errors } = useTexts()
  const { isBusy, run } = useAction({
    subject: 'login',
    failure: (error, describe) => {
      const isKnown = error.code === 'wrong_second_factor' || error.code === 'wrong_code'
      return describe(error, errors[isKnown ? error.code : 'invalid_credentials'])
    },
  })
  const logIn = async ({ body }: HalfLogin, factor: Factor) => {
    await run(() => call('POST /login', { body: { ...body, ...factor }, handles: ['too_many_requests'] }), {
      onDone: ({ data }) => (data === null ? onOver() : welcome(data)),
      onFailed: ({ code }) => {
        if (code === 'wrong_code' || code === 'invalid_credentials') onOver()
      },
    })
  }
  return { isBusy, logIn }
}
