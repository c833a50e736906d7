import { useState } from 'react'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { type Answer, call, type CallError } from '#web/kit/api/call.ts'
import { type CameFrom, keepLeaving } from '#web/kit/links/location-state.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { Messages } from '#shared/i18n/en.ts'
import type { AskedFactor } from '#web/features/second-factor/SecondFactorStep.tsx'
import { useWelcome } from './greeting.tsx'
import { useDescribe } from '#web/kit/actions/refusals.ts'

/** A provider whose accounts open accounts here; `name` is for people. */
export type Provider = DataOf<'GET /config'>['signInProviders'][number]

/** What is required before an account elsewhere opens one here. In memory only. */
export interface PendingSignIn {
  readonly provider: Provider
  readonly needs: 'password' | 'consent' | 'secondFactor'
  readonly email: string
  readonly credential: string
  /** What has been entered and sent so far. */
  readonly proof: Proof
  /** Present with `needs: 'secondFactor'`. */
  readonly asked: AskedFactor | null
}

type Proof = Omit<BodyGiven<'POST /auth/google'>, 'credential'>
type Given = Pick<PendingSignIn, 'provider' | 'credential' | 'proof'>

const HANDLES = ['too_many_requests'] as const

export interface IdentitySignIn {
  readonly pending: PendingSignIn | null
  readonly isBusy: boolean
  /** Why the last attempt with a button failed; null before it, and after a success. */
  readonly problem: string | null
  /** Counts failed attempts, so that each new one gets its own nonce. */
  readonly attempt: number
  /** Signs in with the credential of a provider's button; a refusal shows beside the buttons. */
  readonly start: (provider: Provider, credential: string) => void
  /** Goes to a provider's page; only its failure comes back here. */
  readonly goTo: (provider: Provider, leaving: CameFrom) => void
  /** Signs in with what that page sent the browser back with. @param query that of the page's URL */
  readonly comeBack: (provider: Provider, query: string) => Promise<void>
  /** Repeats the call with what it required; a refusal is shown. */
  readonly prove: (proof: Proof) => void
  readonly cancel: () => void
}

/** Signs in with an account elsewhere: immediately, or after the password of the account here, or after the consents. */
export function useIdentity(): IdentitySignIn {
  const welcome = useWelcome()
  const { accounts, errors } = useTexts()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const cancel = () => {
    setPending(null)
    setAttempt(attempt + 1)
  }
  const describe = useDescribe()
  const send = ({ provider }: Provider, credential: string, proof: Proof) =>
    call(provider === 'google' ? 'POST /auth/google' : 'POST /auth/oidc', {
      body: { credential, ...proof },
      handles: HANDLES,
    })
  const goOn = (given: Given, { data, ...asked }: Answer<'POST /auth/google'>) => {
    if (data !== null) return welcome(data)
    const factor = asked.secondFactor ?? null
    const needs =
      factor !== null ? 'secondFactor' : asked.isPasswordRequired === true ? 'password' : 'consent'
    setPending({ ...given, needs, email: asked.email ?? '', asked: factor })
  }
  const onMutate = () => setProblem(null)
  const besideButtons = {
    onMutate,
    onError(error: CallError, { provider }: { readonly provider: Provider }) {
      if (!error.isExplained) setProblem(describe(error, problemOf(accounts.identity, provider, error)))
      setAttempt(attempt + 1)
    },
  }
  const entering = useAction({
    async mutationFn({ provider, credentialOf }: Entry) {
      const credential = await credentialOf()
      return { credential, answer: await send(provider, credential, {}) }
    },
    meta: { subject: 'login', failure: null },
    onSuccess: ({ credential, answer }, { provider }) => goOn({ provider, credential, proof: {} }, answer),
    ...besideButtons,
  })
  const leaving = useAction({
    mutationFn: (_: Departure) => call('GET /auth/oidc', { handles: HANDLES }),
    meta: { subject: 'login', failure: null },
    onSuccess({ data }, { from }) {
      keepLeaving(from)
      location.assign(data.url)
    },
    ...besideButtons,
  })
  const proving = useAction({
    mutationFn: ({ provider, credential, proof }: Given) => send(provider, credential, proof),
    meta: {
      subject: 'login',
      failure: (error, describeError, { provider }) =>
        describeError(
          error,
          error.code === 'wrong_token'
            ? accounts.identity.expired(provider.name)
            : errors.invalid_credentials,
        ),
    },
    onMutate,
    onSuccess: (answer, given) => goOn(given, answer),
    onError({ code }) {
      if (code === 'wrong_token') cancel()
    },
  })
  return {
    pending,
    isBusy: entering.isPending || leaving.isPending || proving.isPending,
    problem,
    attempt,
    cancel,
    start: (provider, credential) => entering.mutate({ provider, credentialOf: async () => credential }),
    async comeBack(provider, query) {
      if (new URLSearchParams(query).get('error') === 'access_denied') {
        setProblem(accounts.identity.cancelled(provider.name))
        return
      }
      const credentialOf = async () => {
        const { data } = await call('POST /auth/oidc/code', { body: { query }, handles: HANDLES })
        return data.credential
      }
      // A failure shows beside the buttons.
      await entering.mutateAsync({ provider, credentialOf }).catch(() => {})
    },
    goTo: (provider, from) => leaving.mutate({ provider, from }),
    prove(given) {
      if (pending === null) return
      const { provider, credential } = pending
      proving.mutate({ provider, credential, proof: { ...pending.proof, ...given } })
    },
  }
}

interface Entry {
  readonly provider: Provider
  readonly credentialOf: () => Promise<string>
}

interface Departure {
  readonly provider: Provider
  readonly from: CameFrom
}

/** Why a provider's account did not sign in, in words for people. */
function problemOf(
  texts: Messages['accounts']['identity'],
  { name }: Provider,
  { fields }: CallError,
): string {
  return fields['credential'] === 'address_unverified' ? texts.unverified(name) : texts.refused(name)
}
