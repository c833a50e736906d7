import { lazy, Suspense, useEffect } from 'react'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import type * as toastHost from './ToastHost.tsx'

const ToastHost = lazy(async () => ({ default: (await prepareToasts()).ToastHost }))

interface ToastsProps {
  readonly regionLabel: string
  readonly closeLabel: string
}

/** Rendered once per page; the library loads with the first notification. */
export function Toasts(props: ToastsProps) {
  return <Suspense>{useStore(isWanted) && <ToastHost {...props} />}</Suspense>
}

/** Whether a notification has been due. */
const isWanted = createStore(false)

/** Loads the notification code, so that the first notification shows without delay. */
async function prepareToasts(): Promise<typeof toastHost> {
  isWanted.set(true)
  return import('./ToastHost.tsx')
}

/** Queues a notification; it closes after 5 s. */
export async function showToast(toast: toastHost.Toast): Promise<void> {
  const host = await prepareToasts()
  host.show(toast)
}

/** Removes a subject's notification early, e.g. a failure that a later success has settled. */
export async function hideToast(id: string): Promise<void> {
  if (!isWanted.get()) return
  const host = await prepareToasts()
  host.hide(id)
}

/** Loads the notification code in advance, for pages where actions can fail: the connection may be lost later. */
export function usePreparedToasts(): void {
  useEffect(() => {
    prepareToasts().catch(() => {})
  }, [])
}
