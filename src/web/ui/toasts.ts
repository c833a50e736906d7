import type { ReactNode } from 'react'
import type * as toastHost from './ToastHost.tsx'

/** What a notification says and how. */
export interface Toast {
  readonly kind: 'info' | 'success' | 'error'
  readonly text: ReactNode
  /** Shows how long it stays; on unless told. */
  readonly hasProgress?: boolean
  /** The same id shows once at a time, with the newest text, however often it is asked for. */
  readonly id?: string
}

interface PromiseTexts<T> {
  readonly loading: string
  /** Null says nothing. */
  readonly success: string | null | ((value: T) => ReactNode)
  readonly error: (reason: unknown) => ReactNode
}

/** How long a notification stays, in ms. */
export const TOAST_DURATION = 5000

/** A request that takes longer than this, in ms, shows that it is under way. */
const SLOW_AFTER = 400

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

/** Takes a notification away before its time. */
export async function hideToast(id: string): Promise<void> {
  const host = await prepareToasts()
  host.hide(id)
}

/** Shows a request's course: loading once it is slow, then how it ended. Hands the promise through. */
export function toastPromise<T>(promise: Promise<T>, texts: PromiseTexts<T>): Promise<T> {
  let loading: Promise<string> | null = null
  const timer = setTimeout(() => {
    loading = prepareToasts().then((host) => host.showLoading(texts.loading))
  }, SLOW_AFTER)
  const finish = async (toast: Toast | null) => {
    clearTimeout(timer)
    const [host, id] = await Promise.all([prepareToasts(), loading])
    host.settle(id, toast)
  }
  promise.then(
    (value) => {
      const text = typeof texts.success === 'function' ? texts.success(value) : texts.success
      return finish(text === null ? null : { kind: 'success', text })
    },
    (reason: unknown) => finish({ kind: 'error', text: texts.error(reason) }),
  )
  return promise
}
