import type { ActionMeta } from './mutation-cache.ts'
import { useAction } from './use-action.ts'

interface LinkAction<T, V> {
  readonly mutationFn: (given: V) => Promise<T>
  readonly meta: ActionMeta<T, V> & { readonly failure: string }
  readonly onSuccess: (value: T, given: V) => unknown
  /** The link was used, or has expired; the page itself says so. */
  readonly onDead: () => void
}

/** An action with the token of a mailed link. */
export function useLinkAction<T, V = void>({ mutationFn, meta, onSuccess, onDead }: LinkAction<T, V>) {
  return useAction({
    mutationFn,
    meta: {
      ...meta,
      failure: (error, describe) => (error.code === 'wrong_token' ? null : describe(error, meta.failure)),
    },
    onSuccess,
    onError({ code }) {
      if (code === 'wrong_token') onDead()
    },
  })
}
