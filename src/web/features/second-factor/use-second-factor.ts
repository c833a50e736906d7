import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { makePasskey } from './passkeys.ts'

/** A requested change of the login methods. */
export type WayChange =
  | { readonly kind: 'addApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { readonly kind: 'removePasskey'; readonly id: number }
  | { readonly kind: 'cut'; readonly id: number; readonly name: string }

/** What the dialog shows. */
export type WayStep =
  | { readonly kind: 'confirm'; readonly change: WayChange; readonly isPasswordNeeded: boolean }
  | ({ readonly kind: 'app' } & DataOf<'POST /second-factor/totp'>)
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

type Ways = DataOf<'GET /second-factor'> & { readonly identities: DataOf<'GET /identities'> }

export interface SecondFactorControl {
  /** Null until loaded. */
  readonly ways: Ways | null
  readonly error: CallError['code'] | null
  readonly isBusy: boolean
  readonly step: WayStep | null
  readonly retry: () => void
  readonly begin: (change: WayChange) => void
  /** Makes the requested change, with the password where it is required. */
  readonly confirm: (change: WayChange, password: string | null) => void
  /** Enables the app with one of its codes. */
  readonly confirmApp: (ticket: string, code: string) => void
  readonly leave: () => void
}

const HANDLES = ['too_many_requests'] as const

/** The person's second factor and linked accounts, and everything that can be changed. */
export function useSecondFactor(userId: number): SecondFactorControl {
  const { accounts, errors, secondFactor: words } = useTexts()
  const [step, setStep] = useState<WayStep | null>(null)
  const client = useQueryClient()
  const queryKey = ['ways-to-log-in', userId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Ways> => {
      const [factor, identities] = await Promise.all([
        call('GET /second-factor', { handles: HANDLES, signal }),
        call('GET /identities', { handles: HANDLES, signal }),
      ])
      return { ...factor.data, identities: identities.data }
    },
    // Every visit shows the current state.
    staleTime: 0,
  })
  const ways = query.data ?? null

  const { isPending, mutate: run } = useAction({
    mutationFn: (work: () => Promise<string | null>) => work(),
    meta: {
      subject: 'ways-to-log-in',
      success: (text) => text,
      failure: (error, describe) =>
        describe(
          error,
          error.code === 'wrong_token' || error.code === 'invalid_credentials'
            ? errors[error.code]
            : accounts.results.wrong,
        ),
    },
    onError({ code }) {
      // The session may have become too old since the state was loaded.
      if (code === 'password_required') void query.refetch()
    },
  })
  const finish = async (text: string, codes: readonly string[] | null = null) => {
    await client.invalidateQueries({ queryKey })
    setStep(codes === null ? null : { kind: 'codes', codes })
    return text
  }
  /** @returns the text to show; null when another step follows */
  const work = async (change: WayChange, password: string | null): Promise<string | null> => {
    const given = { body: { password }, handles: HANDLES }
    switch (change.kind) {
      case 'addApp': {
        const { data } = await call('POST /second-factor/totp', given)
        setStep({ kind: 'app', ...data })
        return null
      }
      case 'removeApp':
        await call('DELETE /second-factor/totp', given)
        return finish(words.turnedOff)
      case 'addPasskey': {
        const { data } = await call('POST /second-factor/passkeys', given)
        const passkey = await makePasskey(data.options, words.login.passkeyFailed)
        const added = await call('PUT /second-factor/passkeys', { body: { passkey }, handles: HANDLES })
        return finish(words.passkeyAdded, added.data.recoveryCodes)
      }
      case 'removePasskey':
        await call('DELETE /second-factor/passkeys/{id}', { ...given, params: { id: change.id } })
        return finish(words.passkeyRemoved)
      case 'newCodes': {
        const { data } = await call('POST /second-factor/recovery-codes', given)
        return finish(words.codesCreated, data.recoveryCodes)
      }
      case 'cut':
        if (password !== null) await call('POST /sessions/proof', { body: { password }, handles: HANDLES })
        await call('DELETE /identities/{id}', { params: { id: change.id }, handles: HANDLES })
        return finish(words.wasCut(change.name))
    }
  }
  return {
    ways,
    error: query.error instanceof CallError ? query.error.code : null,
    isBusy: isPending,
    step,
    retry: () => void query.refetch(),
    begin(change) {
      const isAdded = change.kind === 'addApp' || change.kind === 'addPasskey'
      const isPasswordNeeded = ways?.isPasswordNeeded === true
      if (isAdded && !isPasswordNeeded) return run(() => work(change, null))
      setStep({ kind: 'confirm', change, isPasswordNeeded })
    },
    confirm: (change, password) => run(() => work(change, password)),
    confirmApp: (ticket, code) =>
      run(async () => {
        const { data } = await call('PUT /second-factor/totp', { body: { ticket, code }, handles: HANDLES })
        return finish(words.turnedOn, data.recoveryCodes)
      }),
    leave: () => setStep(null),
  }
}
