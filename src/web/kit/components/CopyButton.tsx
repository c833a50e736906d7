import { useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Announced, and shown on hover, after copying. */
  readonly doneLabel: string
  /** The notification when the browser refuses to copy. */
  readonly failedText: string
  readonly onCopied?: () => void
}

const DONE_MS = 2000

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, doneLabel, failedText, onCopied }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(failedText, onCopied)
  return (
    <>
      <IconButton icon={isCopied ? 'check' : 'copy'} label={label} onClick={() => void copy(text)} />
      <VisuallyHidden>
        <span role="status">{isCopied ? doneLabel : ''}</span>
      </VisuallyHidden>
    </>
  )
}

interface Copying {
  /** True for a moment after copying. */
  readonly isCopied: boolean
  readonly copy: (text: string) => Promise<void>
}

/** Copying to the clipboard. @param failedText the notification when the browser refuses */
export function useCopy(failedText: string, onCopied?: () => void): Copying {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), DONE_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      void showToast({ kind: 'error', text: failedText, id: 'copy-failed' })
    }
  }
  return { isCopied, copy }
}
