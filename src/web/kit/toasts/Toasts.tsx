import { lazy, Suspense, useSyncExternalStore } from 'react'
import { areToastsWanted, onToastsWanted, prepareToasts } from './toasts.ts'

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
