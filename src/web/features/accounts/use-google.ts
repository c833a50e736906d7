import { useState } from 'react'
import type { BodyGiven } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { AskedFactor } from './second-factor.ts'
import { useWelcome } from './greeting.ts'

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
      const isOver = error.code === 'wrong_token'
      if (isOver) cancel()
      const code = error.code === 'wrong_second_factor' ? error.code : 'invalid_credentials'
      return describe(error, isOver ? accounts.google.expired : errors[code])
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
        failure: (error, describe) => {
          if (!error.isTold) setProblem(describe(error, accounts.google.refused))
          setAttempt(attempt + 1)
          return null
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
      })
    },
  }
}
