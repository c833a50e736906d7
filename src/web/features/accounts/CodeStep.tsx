import { useId } from 'react'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { CodeInput } from './CodeInput.tsx'
import styles from './CodeStep.module.css'
import { useCodeEnd } from './mailed-code.ts'
import { ResendCode } from './ResendCode.tsx'
import type { StepProps } from './sign-up.ts'
import { useRemoteCaptcha } from './use-remote-captcha.ts'

/** The mailed code; six digits send themselves. */
export function CodeStep({ state, dispatch }: StepProps) {
  const { code: texts } = useTexts().accounts
  const leadId = useId()
  const end = useCodeEnd(state.code)
  // A provider's widget needs the person; our own captcha solves itself.
  const isSolvedApart = useRemoteCaptcha() !== null
  return (
    <div className={styles.step}>
      <p id={leadId} className={styles.lead}>
        {texts.sentTo(state.codeSentTo ?? '')}
      </p>
      {end === null && (
        <CodeInput
          key={state.attempt}
          describedBy={leadId}
          isBusy={state.request?.kind === 'account'}
          onComplete={(code) => dispatch({ type: 'codeEntered', code })}
        />
      )}
      <ResendCode
        end={end}
        nextCodeAt={state.nextCodeAt}
        isBusy={state.request?.kind === 'anotherCode'}
        onSend={() => dispatch({ type: 'anotherCodeWanted', now: Date.now(), isSolvedApart })}
      />
      <LocalInbox to={state.codeSentTo ?? ''} />
    </div>
  )
}
