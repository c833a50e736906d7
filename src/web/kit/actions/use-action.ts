import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallError } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import type { ActionMeta, Told } from './mutation-cache.ts'
import { refusalOf, useDescribe } from './refusals.ts'

interface Action<T, V>
  extends Pick<UseMutationOptions<T, CallError, V>, 'onMutate' | 'onSuccess' | 'onError' | 'onSettled'> {
  readonly mutationFn: (given: V) => Promise<T>
  readonly meta: ActionMeta<T, V>
}

type ActionResult<T, V> = UseMutationResult<T, CallError, V> & {
  /** What the action works on; null while it does not run. */
  readonly busyWith: V | null
}

/**
 * A mutation that a person requested: its `meta` are the texts of its notifications. It is pending until `onSuccess` or
 * `onError` has resolved, both of which also follow a repetition from a notification.
 */
export function useAction<T, V = void>({ mutationFn, meta, ...callbacks }: Action<T, V>): ActionResult<T, V> {
  const describe = useDescribe()
  const repeat = useRef<((given: V) => void) | null>(null)
  const told: Told<T, V> = { ...meta, describe, repeat: (given) => repeat.current?.(given) }
  const mutation = useMutation<T, CallError, V>(
    {
      ...callbacks,
      async mutationFn(given) {
        try {
          return await mutationFn(given)
        } catch (error) {
          throw refusalOf(error)
        }
      },
      meta: { ...told },
    },
    queryClient,
  )
  const { mutate } = mutation
  useEffect(() => {
    repeat.current = mutate
  }, [mutate])
  return { ...mutation, busyWith: mutation.isPending ? mutation.variables : null }
}
