import { useState } from 'react'
import type { BodyGiven } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { AskedFactor } from '#web/features/second-factor/SecondFactorStep.tsx'
import { useWelcome } from './greeting.tsx'

/** What is required before a Google account opens one here. In memory only. */
export interface PendingSignIn {
  readonly needs: 'password' | 'consent' | 'secondFactor'
  readonly email: string
  readonly credential: string
  /** What has been entered and sent so far. */
  readonly proof: Proof
  /** Present with `needs: 'secondFactor'`. */
  readonly asked: AskedFactor | null
}

type Proof = Omit<BodyGiven<'POST /auth/google'>, 'credential'>

export interface GoogleSignIn {
  readonly pending: PendingSignIn | null
  readonly isBusy: boolean
  /** Why the last attempt with the button failed; null before it, and after a success. */
  readonly problem: string | null
  /** Counts failed attempts, so that each new one gets its own nonce. */
  readonly attempt: number
  /** Signs in with the button's credential; a refusal shows beside the button. */
  readonly start: (credential: string) => Promise<void>
  /** Repeats the call with what it required; a refusal is shown. */
  readonly prove: (proof: Proof) => Promise<void>
  readonly cancel: () => void
}

/** Signs in with a Google account: immediately, or after the password of the account here, or after the consents. */
export function useGoogle(): GoogleSignIn {
  const welcome = useWelcome()
  const { accounts, errors } = useTexts()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const cancel = () => {
    setPending(null)
    setAttempt(attempt + 1)
  }
  const action = useAction({
    subject: 'login',
    failure: (error, describe) => {
      if (error.code === 'wrong_token') return describe(error, accounts.google.expired)
      const code = error.code === 'wrong_second_factor' ? error.code : 'invalid_credentials'
      return describe(error, errors[code])
    },
  })
  const send = (credential: string, proof: Proof) =>
    call('POST /auth/google', { body: { credential, ...proof }, handles: ['too_many_requests'] })
  const goOn = (credential: string, proof: Proof, { data, ...asked }: Answer<'POST /auth/google'>) => {
    if (data !== null) return welcome(data)
    const factor = asked.secondFactor ?? null
    const needs =
      factor !== null ? 'secondFactor' : asked.isPasswordRequired === true ? 'password' : 'consent'
    setPending({ needs, email: asked.email ?? '', credential, proof, asked: factor })
  }
  return {
    pending,
    isBusy: action.isBusy,
    problem,
    attempt,
    cancel,
    async start(credential) {
      setProblem(null)
      await action.run(() => send(credential, {}), {
        onDone: (answer) => goOn(credential, {}, answer),
        // Shows beside the button.
        failure: () => null,
        onFailed: (error, describe) => {
          if (!error.isExplained) setProblem(describe(error, accounts.google.refused))
          setAttempt(attempt + 1)
        },
      })
    },
    async prove(given) {
      if (pending === null) return
      setProblem(null)
      const { credential } = pending
      const proof = { ...pending.proof, ...given }
      await action.run(() => send(credential, proof), {
        onDone: (answer) => goOn(credential, proof, answer),
        onFailed: ({ code }) => {
          if (code === 'wrong_token') cancel()
        },
      })
    },
  }
}
