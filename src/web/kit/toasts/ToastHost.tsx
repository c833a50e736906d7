import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  type CloseButtonProps,
  cssTransition,
  type Id,
  type ToastOptions,
  ToastContainer,
  toast as queue,
} from 'react-toastify/unstyled'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import './toasts.css'

/** A notification's text and appearance. */
export interface Toast {
  /** `loading` stays until another notification of its subject replaces it. */
  readonly kind: 'loading' | 'info' | 'success' | 'error'
  readonly text: ReactNode
  /** Shows the remaining time; true by default. */
  readonly hasProgress?: boolean
  /** Stays until it is closed or replaced, e.g. because it has something to press. */
  readonly isKept?: boolean
  /** Its subject, e.g. `login`: only the latest notification of a subject shows. The text by default. */
  readonly id?: string
  /** The failure that it explains: one that `isExplained` elsewhere, e.g. by its own page, is not shown again. */
  readonly reason?: unknown
}

/** How long a notification stays, in ms. */
export const TOAST_DURATION = 5000

const SHOWN_AT_ONCE = 3
const ICONS = { info: 'info', success: 'check', error: 'cross' } as const
const slide = cssTransition({ enter: 'toast-enter', exit: 'toast-leave', collapse: false })

interface ToastHostProps {
  readonly regionLabel: string
  readonly closeLabel: string
}

/**
 * Renders notifications. Our stylesheet replaces the library's own, which injects itself; the content security policy
 * forbids that.
 */
export function ToastHost({ regionLabel, closeLabel }: ToastHostProps) {
  const [layer] = useState(makeLayer)
  useLayoutEffect(() => keepAbove(layer), [layer])
  return createPortal(
    <ToastContainer
      aria-label={regionLabel}
      autoClose={TOAST_DURATION}
      position="bottom-center"
      transition={slide}
      closeButton={<CloseButton label={closeLabel} />}
    />,
    layer,
  )
}

function makeLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.className = 'toast-layer'
  layer.popover = 'manual'
  return layer
}

/** Keeps the layer in the innermost modal dialog, because everything outside it is inert, and shows it on top. */
function keepAbove(layer: HTMLElement): () => void {
  const place = () => {
    const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (layer.parentElement === home) return
    home.append(layer)
    layer.showPopover()
  }
  place()
  // Dialogs open, close, and disappear with the part of the page that contains them.
  const observer = new MutationObserver(place)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => {
    observer.disconnect()
    layer.remove()
  }
}

interface GivenCloseButtonProps extends Partial<CloseButtonProps> {
  readonly label: string
}

/** The container passes `closeToast` to it. */
function CloseButton({ label, closeToast }: GivenCloseButtonProps) {
  return <IconButton icon="cross" label={label} onClick={closeToast} />
}

/** Each subject's notification. One that is leaving cannot take a new text, so each has its own id. */
const shown = new Map<string, Id>()
/** Notifications that wait for room, in order. The library's own queue cannot remove one. */
const waiting = new Map<string, Toast>()

/** Queues a notification, or updates the one of the same subject. */
export function show(toast: Toast): void {
  const subject = subjectOf(toast)
  if (isExplained(toast.reason)) return hide(subject)
  const before = shown.get(subject)
  if (before !== undefined && queue.isActive(before)) {
    queue.update(before, { ...optionsOf(toast), render: contentOf(toast), delay: 0 })
  } else if ([...shown.values()].filter((id) => queue.isActive(id)).length >= SHOWN_AT_ONCE) {
    waiting.set(subject, toast)
  } else {
    if (before !== undefined) queue.dismiss(before)
    shown.set(subject, queue(contentOf(toast), optionsOf(toast)))
  }
}

/** Removes a subject's notification. */
export function hide(subject: string): void {
  waiting.delete(subject)
  const id = shown.get(subject)
  if (id !== undefined) queue.dismiss(id)
}

queue.onChange(({ id, status }) => {
  if (status !== 'removed') return
  for (const [subject, other] of shown) if (other === id) shown.delete(subject)
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next[0])
  show(next[1])
})

let withoutName = 0

function subjectOf({ id, text }: Toast): string {
  return id ?? (typeof text === 'string' ? text : `notification ${(withoutName += 1)}`)
}

function isExplained(reason: unknown): boolean {
  return (
    typeof reason === 'object' && reason !== null && 'isExplained' in reason && reason.isExplained === true
  )
}

function contentOf({ text }: Toast) {
  return <span>{text}</span>
}

function optionsOf({ kind, hasProgress = true, isKept = false }: Toast): ToastOptions {
  const isLoading = kind === 'loading'
  return {
    type: isLoading ? 'default' : kind,
    role: kind === 'error' ? 'alert' : 'status',
    icon: () => (isLoading ? <Spinner /> : <Icon name={ICONS[kind]} />),
    hideProgressBar: !hasProgress || isKept,
    isLoading,
    // A notification of progress stays until the result replaces it.
    autoClose: isLoading || isKept ? false : TOAST_DURATION,
    closeButton: !isLoading,
  }
}
