import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './UndoNotice.module.css'

interface UndoNoticeProps {
  readonly text: string
  /** Null when it cannot be undone. */
  readonly onUndo: (() => void) | null
}

/** The content of a notification about something removed. */
export function UndoNotice({ text, onUndo }: UndoNoticeProps) {
  const { purchases } = useTexts()
  return (
    <span className={styles.notice}>
      <span className={styles.text}>{text}</span>
      {onUndo !== null && (
        <button type="button" className={styles.undo} onClick={onUndo}>
          {purchases.undo}
        </button>
      )}
    </span>
  )
}
