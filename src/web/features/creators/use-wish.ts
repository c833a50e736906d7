import type { BodyGiven } from '#shared/api/contract.ts'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

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

interface Change {
  readonly wanted: Omit<BodyGiven<'PUT /creator'>, 'token'>
  readonly success: string | ((kept: Kept) => string)
}

/** Sends what the owner of an address wants, and shows what is kept then. */
export function useWish({ token, onKept, onDead }: Wish) {
  const { creators } = useTexts()
  const { isPending, mutate } = useLinkAction({
    mutationFn: async ({ wanted }: Change) =>
      (await call('PUT /creator', { body: { token, ...wanted }, handles: ['too_many_requests'] })).data,
    meta: {
      subject: 'creator',
      success: (kept, { success }) => (typeof success === 'string' ? success : success(kept)),
      failure: creators.failed,
    },
    onSuccess: onKept,
    onDead,
  })
  const change = (wanted: Change['wanted'], success: Change['success']) => mutate({ wanted, success })
  return { isPending, change }
}
