import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import { type CellChange, changeCell, codeOf, EMPTY_CELLS, eraseBackwards, putDigits } from './code-cells.ts'
import styles from './CodeInput.module.css'

interface CodeInputProps {
  /** Receives the six digits as soon as they are complete. */
  readonly onComplete: (code: string) => void
  /** The code is being checked: it stays readable and cannot be changed. */
  readonly isBusy?: boolean
  /** What the code is for; announced with the group's label. */
  readonly describedBy?: string
  /** What was wrong with the last one; a notification announces it. */
  readonly error?: string | null
}

/** Six cells of one digit each; a new `key` clears them. Typing, pasting and autofill all work. */
export function CodeInput({ onComplete, isBusy = false, describedBy, error = null }: CodeInputProps) {
  const { code: texts } = useTexts().accounts
  const [cells, setCells] = useState(EMPTY_CELLS)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const labelId = useId()
  const errorId = useId()
  const isWrong = error !== null && !isBusy

  const goTo = (place: number) => inputs.current[place]?.focus()
  const apply = ({ cells: next, focus }: CellChange) => {
    if (isBusy) return
    setCells(next)
    goTo(focus)
    const code = codeOf(next)
    if (code !== null && next !== cells) onComplete(code)
  }
  const press = (event: KeyboardEvent, place: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyActions(place)[/^[0-9]$/.test(event.key) ? 'digit' : event.key]
    if (act === undefined) return
    event.preventDefault()
    act(event.key)
  }
  const keyActions = (place: number): Readonly<Record<string, (key: string) => void>> => ({
    digit: (key) => apply(putDigits(cells, place, key)),
    Backspace: () => apply(eraseBackwards(cells, place)),
    Delete: () => apply({ cells: cells.with(place, ''), focus: place }),
    ArrowLeft: () => goTo(place - 1),
    ArrowRight: () => goTo(place + 1),
    Home: () => goTo(0),
    End: () => goTo(cells.length - 1),
  })
  const paste = (event: ClipboardEvent, place: number) => {
    event.preventDefault()
    apply(putDigits(cells, place, event.clipboardData.getData('text')))
  }

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={[describedBy, isWrong && errorId].filter(Boolean).join(' ') || undefined}
    >
      <span id={labelId} className={styles.label}>
        {texts.label}
      </span>
      <div className={styles.cells}>
        {cells.map((digit, place) => (
          <input
            // The cells never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            ref={(input) => {
              inputs.current[place] = input
            }}
            className={styles.cell}
            value={digit}
            // No maxLength: autofill puts the whole code into the first cell.
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            inputMode="numeric"
            pattern="[0-9]*"
            enterKeyHint="done"
            aria-label={texts.digit(String(place + 1), String(cells.length))}
            aria-invalid={isWrong || undefined}
            readOnly={isBusy}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={place === 0}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => press(event, place)}
            onChange={(event: ChangeEvent<HTMLInputElement>) =>
              apply(changeCell(cells, place, event.target.value))
            }
            onPaste={(event) => paste(event, place)}
          />
        ))}
        <span className={styles.busy} role="status">
          {isBusy && (
            <>
              <Spinner />
              <span>{` ${texts.checking}`}</span>
            </>
          )}
        </span>
        {isWrong && (
          <span id={errorId} className={styles.error}>
            <Icon name="problem" size="small" />
            <span>{error}</span>
          </span>
        )}
      </div>
    </div>
  )
}
