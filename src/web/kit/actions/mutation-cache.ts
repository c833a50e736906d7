import { type Mutation, MutationCache } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import type { CallError } from '#web/kit/api/call.ts'
import { followRequest, type Outcome } from './follow-request.ts'
import { OfflineFailure } from './OfflineFailure.tsx'
import { type Describe, ExplainedFailure } from './refusals.ts'

/** The notifications of an action. */
export interface ActionMeta<T, V> {
  /** Subject of its notifications: only one per subject shows at a time. */
  readonly subject: string | ((given: V) => string)
  /** Shown while the action runs, once it is slow. */
  readonly loading?: string | ((given: V) => string)
  /** Text of success; none or null removes the subject's earlier notification. */
  readonly success?: string | ((value: T, given: V) => string | Outcome | null)
  /**
   * Text for failures without an explanation of their own, or a function that chooses the text of each; null when it shows
   * elsewhere, e.g. at a field.
   */
  readonly failure: string | null | ((error: CallError, describe: Describe, given: V) => ReactNode)
  /** Whether the notification shows its remaining time; true by default. */
  readonly hasProgress?: boolean
  /** False where the caller goes on with the result itself: a repetition from a notification would not reach it. */
  readonly isRepeatable?: boolean
}

/** What `useAction` adds. */
export interface Told<T, V> extends ActionMeta<T, V> {
  readonly describe: Describe
  readonly repeat: (given: V) => void
}

type AnyMutation = Mutation<unknown, unknown>

const notifications = new WeakMap<AnyMutation, ReturnType<typeof followRequest>>()

/** Shows the progress and the result of every action in notifications. */
export const mutationCache = new MutationCache({
  onMutate(given, mutation) {
    const { subject, loading } = metaOf(mutation)
    const textOf = (text: typeof subject) => (typeof text === 'function' ? text(given) : text)
    const follow = followRequest(textOf(subject), loading === undefined ? null : textOf(loading))
    notifications.set(mutation, follow)
  },
  onSuccess(value, given, _, mutation) {
    const { success = null, hasProgress = true } = metaOf(mutation)
    const told = typeof success === 'function' ? success(value, given) : success
    const outcome = typeof told === 'string' ? { kind: 'success' as const, text: told, hasProgress } : told
    notifications.get(mutation)?.(outcome)
  },
  onError(reason, given, _, mutation) {
    // Actions fail with nothing else.
    const error = reason as CallError
    const { failure, describe, repeat, hasProgress = true, isRepeatable = true } = metaOf(mutation)
    const text =
      error instanceof ExplainedFailure
        ? error.text
        : typeof failure === 'string'
          ? describe(error, failure)
          : (failure?.(error, describe, given) ?? null)
    const tell = notifications.get(mutation)
    if (text === null || error.code !== 'offline')
      return tell?.(text === null ? null : { kind: 'error', text, reason: error, hasProgress })
    const notice = createElement(OfflineFailure, {
      lead: text === describe(error, '') ? null : text,
      isUnsent: error.isUnsent,
      onRetry: isRepeatable ? () => repeat(given) : null,
    })
    tell?.({ kind: 'error', text: notice, isKept: isRepeatable })
  },
})

function metaOf({ meta }: AnyMutation): Told<unknown, unknown> {
  return meta as unknown as Told<unknown, unknown>
}
