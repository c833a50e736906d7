import type { Toast } from './toast.ts'
import type * as toastHost from './ToastHost.tsx'

let isWanted = false
const listeners = new Set<() => void>()

/** Calls back once the first notification is due; returns what ends that. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether anything was notified yet; `Toasts` brings the library in only then. */
export function areToastsWanted(): boolean {
  return isWanted
}

/** Loads what shows notifications, so that the first one comes without delay. */
export async function prepareToasts(): Promise<typeof toastHost> {
  isWanted = true
  for (const listener of listeners) listener()
  return import('./ToastHost.tsx')
}

/** Queues a notification; it closes by itself after 5 s. */
export async function showToast(toast: Toast): Promise<void> {
  const host = await prepareToasts()
  host.show(toast)
}

/** Takes the notification of a subject away before its time, e.g. a failure after which it went well. */
export async function hideToast(id: string): Promise<void> {
  if (!isWanted) return
  const host = await prepareToasts()
  host.hide(id)
}
