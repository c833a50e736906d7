import type { ReactNode } from 'react'
import type * as toastHost from './ToastHost.tsx'

/** What a notification says and how. */
export interface Toast {
  /** `loading` stays until another of its subject takes its place. */
  readonly kind: 'loading' | 'info' | 'success' | 'error'
  readonly text: ReactNode
  /** Shows how long it stays; on unless told. */
  readonly hasProgress?: boolean
  /** What it is about, e.g. `login`: one of a subject shows at a time, with what was said of it last. The text unless told. */
  readonly id?: string
  /** The failure that it explains: one that `isTold` elsewhere, as by a page of its own, is not told again. */
  readonly reason?: unknown
}

/** How long a notification stays, in ms. */
export const TOAST_DURATION = 5000

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
