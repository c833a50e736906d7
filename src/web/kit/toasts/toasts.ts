import type { Toast } from './toast.ts'
import type * as toastHost from './ToastHost.tsx'

let isWanted = false
const listeners = new Set<() => void>()

/** Calls the listener when the first notification is due; returns a function that removes it. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there has been a notification; `Toasts` loads the library only then. */
export function areToastsWanted(): boolean {
  return isWanted
}

/** Loads the notification code, so that the first notification shows without delay. */
export async function prepareToasts(): Promise<typeof toastHost> {
  isWanted = true
  for (const listener of listeners) listener()
  return import('./ToastHost.tsx')
}

/** Queues a notification; it closes after 5 s. */
export async function showToast(toast: Toast): Promise<void> {
  const host = await prepareToasts()
  host.show(toast)
}

/** Removes a subject's notification early, e.g. a failure that a later success has settled. */
export async function hideToast(id: string): Promise<void> {
  if (!isWanted) return
  const host = await prepareToasts()
  host.hide(id)
}
