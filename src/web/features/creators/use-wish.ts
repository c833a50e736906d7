import type { BodyGiven } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
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

/** Calls with the link's token, and says so when it does not work any more. */
export function useLinkAction({ onDead }: Pick<Wish, 'onDead'>) {
  const { creators } = useTexts()
  const { isBusy, run: runAny } = useAction({
    subject: 'creator',
    failure: (error, describe) => (error.code === 'wrong_token' ? null : describe(error, creators.failed)),
  })
  const run = <T>(
    work: () => Promise<T>,
    given: { success?: string | ((value: T) => string); onDone: (value: T) => void },
  ) =>
    runAny(work, {
      ...given,
      onFailed: ({ code }) => {
        if (code === 'wrong_token') onDead()
      },
    })
  return { isBusy, run }
}

/** Sends what the owner of an address wants, and shows what is kept then. */
export function useWish({ token, onKept, onDead }: Wish) {
  const { isBusy, run } = useLinkAction({ onDead })
  const change = (
    wanted: Omit<BodyGiven<'PUT /creator'>, 'token'>,
    success: string | ((kept: Kept) => string),
  ) =>
    run(() => call('PUT /creator', { body: { token, ...wanted }, handles: ['too_many_requests'] }), {
      success: ({ data }) => (typeof success === 'string' ? success : success(data)),
      onDone: ({ data }) => onKept(data),
    })
  return { isBusy, change }
}
