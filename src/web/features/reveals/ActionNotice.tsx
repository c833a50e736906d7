import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface ActionNoticeProps {
  readonly text: string
  /** Null when there is nothing to do about it. */
  readonly action: { readonly label: string; readonly onPress: () => void } | null
}

/** The content of a notification with what can be done about it. */
export function ActionNotice({ text, action }: ActionNoticeProps) {
  return (
    <span className="toast-notice">
      <span>{text}</span>
      {action !== null && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            // The notification disappears.
            focusHeading()
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
    </span>
  )
}

interface UndoNoticeProps {
  readonly text: string
  /** Null when it cannot be undone. */
  readonly onUndo: (() => void) | null
}

/** The content of a notification about something removed. */
export function UndoNotice({ text, onUndo }: UndoNoticeProps) {
  const { purchases } = useTexts()
  return <ActionNotice text={text} action={onUndo && { label: purchases.undo, onPress: onUndo }} />
}
