import { useId } from 'react'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatWait } from '#web/ui/format.ts'
import { useSecondsUntil } from '#web/ui/use-seconds-until.ts'
import styles from './CodeStep.module.css'

interface SendAgainProps {
  /** When another code may be asked for, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isBusy: boolean
  readonly onSend: () => void
}

/** Asks for another code, and says how long to wait for that. */
export function SendAgain({ nextCodeAt, isBusy, onSend }: SendAgainProps) {
  const { code } = useTexts().accounts
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(nextCodeAt) ?? 0
  const waitId = useId()
  const isWaiting = secondsLeft > 0
  return (
    <p className={styles.again}>
      <Button
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
  )
}
