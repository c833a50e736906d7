import type { Toast } from './toast.ts'
import { hideToast, showToast } from './toasts.ts'

/** A request that takes longer than this, in ms, shows that it is under way. */
const SLOW_AFTER = 600

/** How a request ended, in words. */
export interface Outcome extends Omit<Toast, 'id'> {
  /** Told although no notice of its course was shown; on unless told. */
  readonly evenIfQuick?: boolean
}

/**
 * Follows a request: once it is slow, a notification says that it is under way.
 * @param id its subject
 * @param loading what that says; null never says it
 * @returns what says in that one's place how it ended; null takes it away
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
