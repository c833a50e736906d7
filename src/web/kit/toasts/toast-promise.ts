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

interface End extends Omit<Toast, 'id'> {
  /** Told although no notice of its course was shown; on unless told, but for a success. */
  readonly evenIfQuick?: boolean
}

/**
 * Follows a request: once it is slow, a notification says that it is under way.
 * @param id its subject
 * @returns what says in that one's place how it ended; null takes it away
 */
export function followRequest(id: string, loading: string): (end: End | null) => void {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    void showToast({ kind: 'loading', text: loading, id })
  }, SLOW_AFTER)
  return (end) => {
    clearTimeout(timer)
    if (end === null) return void hideToast(id)
    const { evenIfQuick = end.kind !== 'success', ...toast } = end
    void (isSlow || evenIfQuick ? showToast({ ...toast, id }) : hideToast(id))
  }
}

/**
 * Shows a request's course: loading once it is slow, then how it ended, in the place of what was said of its subject
 * before. Hands the promise through.
 */
export function toastPromise<T>(
  promise: Promise<T>,
  { id = `promise ${(promises += 1)}`, loading, success, error }: PromiseTexts<T>,
): Promise<T> {
  const end = followRequest(id, loading)
  const succeed = (value: T) => {
    const text = typeof success === 'function' ? success(value) : success
    end(text === null ? null : { kind: 'success', text, evenIfQuick: true })
  }
  promise.then(succeed, (reason: unknown) => end({ kind: 'error', text: error(reason), reason }))
  return promise
}
