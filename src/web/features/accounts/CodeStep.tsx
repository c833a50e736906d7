import { useTexts } from '#web/kit/texts/texts.tsx'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import type { StepProps } from './sign-up.ts'
import { useRemoteCaptcha } from './use-remote-captcha.ts'

/** The last step of sign-up: the mailed code. */
export function CodeStep({ state, dispatch }: StepProps) {
  const { code: texts } = useTexts().accounts
  // A provider's widget needs the person; our own captcha solves itself.
  const isSolvedApart = useRemoteCaptcha() !== null
  return (
    <MailedCodeStep
      lead={texts.sentTo(state.codeSentTo ?? '')}
      sentTo={state.codeSentTo ?? ''}
      code={state.code}
      attempt={state.attempt}
      isBusy={state.request?.kind === 'account'}
      onComplete={(code) => dispatch({ type: 'codeEntered', code })}
      nextCodeAt={state.nextCodeAt}
      isResending={state.request?.kind === 'anotherCode'}
      onResend={() => dispatch({ type: 'anotherCodeWanted', now: Date.now(), isSolvedApart })}
    />
  )
}
