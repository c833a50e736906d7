import {
  type CloseButtonProps,
  cssTransition,
  type ToastOptions,
  ToastContainer,
  toast as queue,
} from 'react-toastify/unstyled'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Spinner } from './Spinner.tsx'
import './toasts.css'
import { type Toast, TOAST_DURATION } from './toasts.ts'

const SHOWN_AT_ONCE = 3
const ICONS = { info: 'info', success: 'check', error: 'cross' } as const
const slide = cssTransition({ enter: 'toast-enter', exit: 'toast-leave', collapse: false })

interface ToastHostProps {
  readonly regionLabel: string
  readonly closeLabel: string
}

/** Where notifications appear. The library's own style sheet injects itself, which the page's policy forbids: ours replaces it. */
export function ToastHost({ regionLabel, closeLabel }: ToastHostProps) {
  return (
    <ToastContainer
      aria-label={regionLabel}
      autoClose={TOAST_DURATION}
      limit={SHOWN_AT_ONCE}
      position="bottom-center"
      transition={slide}
      closeButton={<CloseButton label={closeLabel} />}
    />
  )
}

interface GivenCloseButtonProps extends Partial<CloseButtonProps> {
  readonly label: string
}

/** The container hands it `closeToast`. */
function CloseButton({ label, closeToast }: GivenCloseButtonProps) {
  return <IconButton icon="cross" label={label} onClick={closeToast} />
}

/** Queues a notification, or says the newer text in the one of the same id. */
export function show(toast: Toast): void {
  const { toastId, ...options } = optionsOf(toast)
  if (toastId !== undefined && queue.isActive(toastId)) {
    queue.update(toastId, { ...options, render: <span>{toast.text}</span>, autoClose: TOAST_DURATION })
  } else {
    queue(<span>{toast.text}</span>, optionsOf(toast))
  }
}

/** Takes a notification away. */
export function hide(id: string): void {
  queue.dismiss(id)
}

/** Shows that something is under way until `settle`; returns its id. */
export function showLoading(text: string): string {
  return String(queue.loading(text, { icon: () => <Spinner />, role: 'status' }))
}

/** Turns a loading notification, when one was shown, into how it ended; null takes it away. */
export function settle(loadingId: string | null, toast: Toast | null): void {
  if (toast === null) {
    if (loadingId !== null) queue.dismiss(loadingId)
  } else if (loadingId === null) {
    show(toast)
  } else {
    const { toastId: _, ...options } = optionsOf(toast)
    queue.update(loadingId, {
      ...options,
      render: <span>{toast.text}</span>,
      isLoading: false,
      autoClose: TOAST_DURATION,
      closeButton: null,
    })
  }
}

function optionsOf({ kind, hasProgress = true, id }: Toast): ToastOptions {
  return {
    type: kind,
    role: kind === 'error' ? 'alert' : 'status',
    icon: () => <Icon name={ICONS[kind]} />,
    hideProgressBar: !hasProgress,
    ...(id === undefined ? {} : { toastId: id }),
  }
}
