import type { BodyGiven } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { ActionMeta } from '#web/kit/actions/mutation-cache.ts'

export type Kept = Answer<'POST /creator'>['data']

/** What each part of the page needs to do what the creator wants. */
export interface Wish {
  readonly token: string
  readonly kept: Kept
  /** Shows what is kept now. */
  readonly onKept: (kept: Kept) => void
  /** The link does not work any more, e.g. because the address was removed in another tab. */
  readonly onDead: () => void
}

interface LinkAction<T, V> extends Pick<Wish, 'onDead'> {
  readonly mutationFn: (given: V) => Promise<T>
  readonly success?: ActionMeta<T, V>['success']
  readonly onSuccess: (value: T, given: V) => void
}

/** Calls with the link's token, and says so when it does not work any more. */
export function useLinkAction<T, V = void>({ mutationFn, success, onSuccess, onDead }: LinkAction<T, V>) {
  const { creators } = useTexts()
  return useAction({
    mutationFn,
    meta: {
      subject: 'creator',
      ...(success !== undefined && { success }),
      failure: (error, describe) => (error.code === 'wrong_token' ? null : describe(error, creators.failed)),
    },
    onSuccess,
    onError({ code }) {
      if (code === 'wrong_token') onDead()
    },
  })
}

interface Change {
  readonly wanted: Omit<BodyGiven<'PUT /creator'>, 'token'>
  readonly success: string | ((kept: Kept) => string)
}

/** Sends what the owner of an address wants, and shows what is kept then. */
export function useWish({ token, onKept, onDead }: Wish) {
  const { isPending, mutate } = useLinkAction({
    mutationFn: async ({ wanted }: Change) =>
      (await call('PUT /creator', { body: { token, ...wanted }, handles: ['too_many_requests'] })).data,
    success: (kept, { success }) => (typeof success === 'string' ? success : success(kept)),
    onSuccess: onKept,
    onDead,
  })
  const change = (wanted: Change['wanted'], success: Change['success']) => mutate({ wanted, success })
  return { isPending, change }
}
