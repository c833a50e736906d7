import { useId } from 'react'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatWait } from '#web/ui/format.ts'
import { useSecondsUntil } from '#web/ui/use-seconds-until.ts'
import { CodeInput } from './CodeInput.tsx'
import styles from './CodeStep.module.css'
import type { StepProps } from './sign-up.ts'

/** The mailed code; six digits send themselves. */
export function CodeStep({ state, dispatch }: StepProps) {
  const { code: texts } = useTexts().accounts
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(state.nextCodeAt) ?? 0
  const leadId = useId()
  const waitId = useId()
  const isWaiting = secondsLeft > 0
  return (
    <div className={styles.step}>
      <p id={leadId} className={styles.lead}>
        {texts.sentTo(state.codeSentTo ?? '')}
      </p>
      <CodeInput
        key={state.attempt}
        describedBy={leadId}
        isBusy={state.request?.kind === 'account'}
        onComplete={(code) => dispatch({ type: 'codeEntered', code })}
      />
      <p className={styles.again}>
        <Button
          size="small"
          isBusy={state.request?.kind === 'anotherCode'}
          aria-disabled={isWaiting || undefined}
          aria-describedby={isWaiting ? waitId : undefined}
          onClick={() => dispatch({ type: 'anotherCodeWanted', now: Date.now() })}
        >
          {texts.sendAgain}
        </Button>
        {isWaiting && <span id={waitId}>{texts.sendAgainIn(formatWait(secondsLeft, language))}</span>}
      </p>
    </div>
  )
}
