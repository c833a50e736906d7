import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type * as toastHost from './ToastHost.tsx'

const ToastHost = lazy(async () => ({ default: (await prepareToasts()).ToastHost }))

interface ToastsProps {
  readonly regionLabel: string
  readonly closeLabel: string
}

/** Rendered once per page; the library loads with the first notification. */
export function Toasts(props: ToastsProps) {
  const isWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false)
  return <Suspense>{isWanted && <ToastHost {...props} />}</Suspense>
}

let isWanted = false
const listeners = new Set<() => void>()

/** Calls the listener when the first notification is due; returns a function that removes it. */
function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there has been a notification; `Toasts` loads the library only then. */
function areToastsWanted(): boolean {
  return isWanted
}

/** Loads the notification code, so that the first notification shows without delay. */
async function prepareToasts(): Promise<typeof toastHost> {
  isWanted = true
  for (const listener of listeners) listener()
  return import('./ToastHost.tsx')
}

/** Queues a notification; it closes after 5 s. */
export async function showToast(toast: toastHost.Toast): Promise<void> {
  const host = await prepareToasts()
  host.show(toast)
}

/** Removes a subject's notification early, e.g. a failure that a later success has settled. */
export async function hideToast(id: string): Promise<void> {
  if (!isWanted) return
  const host = await prepareToasts()
  host.hide(id)
}

/** Loads the notification code in advance, for pages where actions can fail: the connection may be lost later. */
export function usePreparedToasts(): void {
  useEffect(() => {
    prepareToasts().catch(() => {})
  }, [])
}
