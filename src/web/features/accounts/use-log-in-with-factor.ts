import type { BodyGiven } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useWelcome } from './greeting.ts'
import type { AskedFactor, Factor } from './second-factor.ts'

/** A login that was right so far, and what it lacks. Lives in memory alone: it holds a password. */
export interface HalfLogin {
  readonly asked: AskedFactor
  readonly body: BodyGiven<'POST /login'>
}

interface LogInWithFactor {
  readonly isBusy: boolean
  readonly logIn: (half: HalfLogin, factor: Factor) => Promise<void>
}

/** Finishes a login with the second factor. @param onOver what was sent before it no longer holds: begin anew */
export function useLogInWithFactor(onOver: () => void): LogInWithFactor {
  const welcome = useWelcome()
  const { errors } = useTexts()
  const { isBusy, run } = useAction({
    subject: 'login',
    failure: (error, describe) => {
      if (error.code === 'wrong_code' || error.code === 'invalid_credentials') onOver()
      const isKnown = error.code === 'wrong_second_factor' || error.code === 'wrong_code'
      return describe(error, errors[isKnown ? error.code : 'invalid_credentials'])
    },
  })
  const logIn = async ({ body }: HalfLogin, factor: Factor) => {
    await run(() => call('POST /login', { body: { ...body, ...factor }, handles: ['too_many_requests'] }), {
      onDone: ({ data }) => (data === null ? onOver() : welcome(data)),
    })
  }
  return { isBusy, logIn }
}
