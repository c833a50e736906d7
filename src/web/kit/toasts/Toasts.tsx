import { lazy, Suspense, useSyncExternalStore } from 'react'
import { areToastsWanted, onToastsWanted, prepareToasts } from './toasts.ts'

const ToastHost = lazy(async () => ({ default: (await prepareToasts()).ToastHost }))

interface ToastsProps {
  readonly regionLabel: string
  readonly closeLabel: string
}

/** Stands once in the page; the library comes with the first notification. */
export function Toasts(props: ToastsProps) {
  const isWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false)
  return <Suspense>{isWanted && <ToastHost {...props} />}</Suspense>
}
