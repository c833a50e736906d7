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
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), DONE_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      onCopied?.()
    } catch {
      void showToast({ kind: 'error', text: failedText, id: 'copy-failed' })
    }
  }
  return (
    <>
      <IconButton icon={isDone ? 'check' : 'copy'} label={label} onClick={() => void copy()} />
      <VisuallyHidden>
        <span role="status">{isDone ? doneLabel : ''}</span>
      </VisuallyHidden>
    </>
  )
}
