import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BodyGiven } from '#shared/api/contract.ts'
import { useReturnPath } from '#web/kit/links/came-from.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { greet } from './greeting.ts'
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
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const texts = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const logIn = async ({ body }: HalfLogin, factor: Factor) => {
    setIsBusy(true)
    try {
      const { data } = await call('POST /login', {
        body: { ...body, ...factor },
        handles: ['too_many_requests'],
      })
      if (data === null) return onOver()
      enterSession(data)
      const lift = await greet('welcome', data.userInformation.username)
      void navigate(returnPath)
      lift()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isWrong = error.code === 'wrong_second_factor'
      const otherwise =
        texts.errors[isWrong || error.code === 'wrong_code' ? error.code : 'invalid_credentials']
      const text = describeRefusal(error, { ...texts, language, otherwise })
      void showToast({ kind: 'error', text, id: 'login', reason: error })
      if (error.code === 'wrong_code' || error.code === 'invalid_credentials') onOver()
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, logIn }
}
