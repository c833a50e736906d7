import { useEffect, useId, useRef } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { useSecondsUntil } from '#web/kit/components/use-seconds-until.ts'
import styles from './ResendCode.module.css'
import type { CodeEnd } from './mailed-code.ts'

interface ResendCodeProps {
  /** How the last code has ended; null while it may be right. */
  readonly end: CodeEnd | null
  /** When another code may be asked for, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isBusy: boolean
  readonly onSend: () => void
}

/** Says that a code has ended, asks for another one, and says how long to wait for that. */
export function ResendCode({ end, nextCodeAt, isBusy, onSend }: ResendCodeProps) {
  const { code } = useTexts().accounts
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(nextCodeAt) ?? 0
  const waitId = useId()
  const isWaiting = secondsLeft > 0
  const again = useRef<HTMLButtonElement>(null)
  // The cells of a code that has ended are gone, and the focus with them.
  useEffect(() => {
    if (end !== null && document.activeElement === document.body) again.current?.focus()
  }, [end])
  return (
    <div>
      <p className={styles.end} role="alert">
        {end !== null && code[end]}
      </p>
      <p className={styles.again}>
        <Button
          ref={again}
          size="small"
          isBusy={isBusy}
          aria-disabled={isWaiting || undefined}
          aria-describedby={isWaiting ? waitId : undefined}
          onClick={() => {
            if (!isWaiting) onSend()
          }}
        >
          {code.sendAgain}
        </Button>
        {isWaiting && <span id={waitId}>{code.sendAgainIn(formatWait(secondsLeft, language))}</span>}
      </p>
    </div>
  )
}
