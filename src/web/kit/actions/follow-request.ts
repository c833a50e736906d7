import type { Toast } from '#web/kit/toasts/ToastHost.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'

/** A request that takes longer than this, in ms, shows its progress. */
const SLOW_AFTER = 600

/** A request's result as a notification. */
export interface Outcome extends Omit<Toast, 'id'> {
  /** Shown even when no progress was; true by default. */
  readonly evenIfQuick?: boolean
}

/**
 * Follows a request: once it is slow, a notification says that it is in progress.
 * @param id the notification's subject
 * @param loading its text; null shows none
 * @returns a function that shows the result in its place; null removes it
 */
export function followRequest(id: string, loading: string | null): (end: Outcome | null) => void {
  let isSlow = false
  const timer = setTimeout(() => {
    if (loading === null) return
    isSlow = true
    void showToast({ kind: 'loading', text: loading, id })
  }, SLOW_AFTER)
  return (end) => {
    clearTimeout(timer)
    if (end === null) return void hideToast(id)
    const { evenIfQuick = true, ...toast } = end
    void (isSlow || evenIfQuick ? showToast({ ...toast, id }) : hideToast(id))
  }
}
