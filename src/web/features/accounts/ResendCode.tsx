import { useEffect, useId, useRef } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { useSecondsUntil } from '#web/kit/components/use-seconds-until.ts'
import styles from './ResendCode.module.css'
import type { CodeEnd } from './mailed-code.ts'

interface ResendCodeProps {
  /** Why the last code no longer works; null while it may still be correct. */
  readonly end: CodeEnd | null
  /** When another code can be requested, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isBusy: boolean
  readonly onSend: () => void
}

/** Says that a code no longer works, requests another one, and shows the time to wait for that. */
export function ResendCode({ end, nextCodeAt, isBusy, onSend }: ResendCodeProps) {
  const { code } = useTexts().accounts
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(nextCodeAt) ?? 0
  const waitId = useId()
  const isWaiting = secondsLeft > 0
  const again = useRef<HTMLButtonElement>(null)
  // The expired code's cells are gone, and the focus with them.
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
