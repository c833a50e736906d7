import { useState } from 'react'
import { CODE_PAUSE_SECONDS } from '#shared/rules/bounds.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { FormActions } from '#web/kit/components/Form.tsx'
import { afterWrongAttempt, type MailedCode, newCode } from './mailed-code.ts'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import { type Credentials, useLogIn, type HalfLogin } from './use-log-in.ts'

interface LoginCodeProps {
  readonly credentials: Credentials
  readonly code: MailedCode
  readonly onCode: (code: MailedCode) => void
  readonly onSecondFactor: (half: HalfLogin) => void
  readonly onBack: () => void
}

/** The mailed code required after the password when the account has seen many failures. */
export function LoginCode({ credentials, code, onCode, onSecondFactor, onBack }: LoginCodeProps) {
  const { accounts } = useTexts()
  const { isBusy, logIn, sendAgain } = useLogIn(onSecondFactor)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const complete = async (digits: string) => {
    const outcome = await logIn(credentials, { digits, code })
    if (outcome === 'wrongCode') onCode(afterWrongAttempt(code))
    if (outcome !== 'in') setAttempt(attempt + 1)
  }
  const send = async () => {
    setIsSending(true)
    if (await sendAgain(credentials)) {
      onCode(newCode(Date.now()))
      setAttempt(attempt + 1)
    }
    setIsSending(false)
  }
  const email = normalizeEmail(credentials.email)
  return (
    <MailedCodeStep
      title={accounts.login.codeTitle}
      lead={accounts.login.codeLead(email)}
      isLeadAnnounced
      sentTo={email}
      code={code}
      attempt={attempt}
      isBusy={isBusy && !isSending}
      onComplete={(digits) => void complete(digits)}
      nextCodeAt={code.sentAt + CODE_PAUSE_SECONDS * 1000}
      isResending={isSending}
      onResend={() => void send()}
    >
      <FormActions>
        <Button look="quiet" icon="back" onClick={onBack}>
          {accounts.back}
        </Button>
      </FormActions>
    </MailedCodeStep>
  )
}
