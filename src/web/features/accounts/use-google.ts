import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BodyGiven } from '#shared/api/contract.ts'
import { useReturnPath } from '#web/kit/links/came-from.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { greet } from './greeting.ts'
import type { AskedFactor } from './second-factor.ts'

/** What has to come before a Google account opens one here. Lives in memory alone. */
export interface PendingSignIn {
  readonly needs: 'password' | 'consent' | 'secondFactor'
  readonly email: string
  readonly credential: string
  /** What was asked for and sent so far. */
  readonly proof: Proof
  /** With `needs: 'secondFactor'`. */
  readonly asked: AskedFactor | null
}

type Proof = Omit<BodyGiven<'POST /auth/google'>, 'credential'>

export interface GoogleSignIn {
  readonly pending: PendingSignIn | null
  readonly isBusy: boolean
  /** What to say of the last try with the button; null before, and after a success. */
  readonly problem: string | null
  /** Counts tries that failed, so that each new one gets a nonce of its own. */
  readonly attempt: number
  /** Signs in by what the button gave; a refusal is said beside the button. */
  readonly start: (credential: string) => Promise<void>
  /** Sends it once more with what was asked for; a refusal is shown. */
  readonly prove: (proof: Proof) => Promise<void>
  readonly cancel: () => void
}

/** Signing in with a Google account: at once, or after the password of the account here, or after the consents. */
export function useGoogle(): GoogleSignIn {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const { accounts, ...texts } = useTexts()
  const { language } = useLanguage()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  const send = async (credential: string, proof: Proof): Promise<void> => {
    const { data, ...asked } = await call('POST /auth/google', {
      body: { credential, ...proof },
      handles: ['too_many_requests'],
    })
    void hideToast('login')
    if (data === null) {
      const factor = asked.secondFactor ?? null
      const needs =
        factor !== null ? 'secondFactor' : asked.isPasswordRequired === true ? 'password' : 'consent'
      setPending({ needs, email: asked.email ?? '', credential, proof, asked: factor })
      return
    }
    enterSession(data)
    const lift = await greet('welcome', data.userInformation.username)
    void navigate(returnPath)
    lift()
  }
  const run = async (work: Promise<void>, explain: (error: CallError) => void) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await work
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      explain(error)
    } finally {
      setIsBusy(false)
    }
  }
  const cancel = () => {
    setPending(null)
    setAttempt(attempt + 1)
  }
  return {
    pending,
    isBusy,
    problem,
    attempt,
    cancel,
    start: (credential) =>
      run(send(credential, {}), (error) => {
        const otherwise = accounts.google.refused
        if (!error.isTold) setProblem(describeRefusal(error, { ...texts, language, otherwise }))
        setAttempt(attempt + 1)
      }),
    prove: async (proof) => {
      if (pending === null) return
      await run(send(pending.credential, { ...pending.proof, ...proof }), (error) => {
        const isOver = error.code === 'wrong_token'
        const code = error.code === 'wrong_second_factor' ? error.code : 'invalid_credentials'
        const otherwise = isOver ? accounts.google.expired : texts.errors[code]
        const text = describeRefusal(error, { ...texts, language, otherwise })
        void showToast({ kind: 'error', text, id: 'login', reason: error })
        if (isOver) cancel()
      })
    },
  }
}
