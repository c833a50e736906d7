import type { ReactNode } from 'react'
import { hideToast, showToast, type Toast } from './toasts.ts'

interface PromiseTexts<T> {
  /** The subject, as of a notification; its own unless told. */
  readonly id?: string
  readonly loading: string
  /** Null says nothing, and takes away what was said before. */
  readonly success: string | null | ((value: T) => ReactNode)
  readonly error: (reason: unknown) => ReactNode
}

/** A request that takes longer than this, in ms, shows that it is under way. */
const SLOW_AFTER = 600

let promises = 0

/**
 * Shows a request's course: loading once it is slow, then how it ended, in the place of what was said of its subject
 * before. Hands the promise through.
 */
export function toastPromise<T>(
  promise: Promise<T>,
  { id = `promise ${(promises += 1)}`, loading, success, error }: PromiseTexts<T>,
): Promise<T> {
  const timer = setTimeout(() => void showToast({ kind: 'loading', text: loading, id }), SLOW_AFTER)
  const finish = ({ text, ...how }: Pick<Toast, 'kind' | 'text' | 'reason'>) => {
    clearTimeout(timer)
    return text === null ? hideToast(id) : showToast({ ...how, text, id })
  }
  promise.then(
    (value) => finish({ kind: 'success', text: typeof success === 'function' ? success(value) : success }),
    (reason: unknown) => finish({ kind: 'error', text: error(reason), reason }),
  )
  return promise
}
