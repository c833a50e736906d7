import { useId, useState } from 'react'
import { CODE_PAUSE_SECONDS } from '#shared/rules/limits.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { CodeInput } from './CodeInput.tsx'
import styles from './LoginCode.module.css'
import { afterWrongTry, type MailedCode, newCode, useCodeEnd } from './mailed-code.ts'
import { ResendCode } from './ResendCode.tsx'
import { type Credentials, useLogIn } from './use-log-in.ts'
import type { HalfLogin } from './use-log-in-with-factor.ts'

interface LoginCodeProps {
  readonly credentials: Credentials
  readonly code: MailedCode
  readonly onCode: (code: MailedCode) => void
  readonly onSecondFactor: (half: HalfLogin) => void
  readonly onBack: () => void
}

/** The mailed code that comes after the password when the account has seen many failures. */
export function LoginCode({ credentials, code, onCode, onSecondFactor, onBack }: LoginCodeProps) {
  const { accounts } = useTexts()
  const { isBusy, logIn, sendAgain } = useLogIn(onSecondFactor)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const end = useCodeEnd(code)
  const leadId = useId()
  const complete = async (digits: string) => {
    const outcome = await logIn(credentials, { digits, code })
    if (outcome === 'wrongCode') onCode(afterWrongTry(code))
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
  return (
    <div className={styles.code}>
      <h2>{accounts.login.codeTitle}</h2>
      <p id={leadId} className={styles.lead} role="status">
        {accounts.login.codeLead(normalizeEmail(credentials.email))}
      </p>
      {end === null && (
        <CodeInput
          key={attempt}
          describedBy={leadId}
          isBusy={isBusy && !isSending}
          onComplete={(digits) => void complete(digits)}
        />
      )}
      <ResendCode
        end={end}
        nextCodeAt={code.sentAt + CODE_PAUSE_SECONDS * 1000}
        isBusy={isSending}
        onSend={() => void send()}
      />
      <LocalInbox to={normalizeEmail(credentials.email)} />
      <div className={styles.back}>
        <Button look="quiet" icon="back" onClick={onBack}>
          {accounts.back}
        </Button>
      </div>
    </div>
  )
}
