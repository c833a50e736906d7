import { useId, useState } from 'react'
import { normalizeEmail } from '#shared/rules/email.ts'
import { LocalInbox } from '#web/app/LocalInbox.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from './CodeInput.tsx'
import styles from './LoginCode.module.css'
import { type Credentials, useLogIn } from './use-log-in.ts'

interface LoginCodeProps {
  readonly credentials: Credentials
  readonly onBack: () => void
}

/** The mailed code that comes after the password when the account has seen many failures. */
export function LoginCode({ credentials, onBack }: LoginCodeProps) {
  const { accounts } = useTexts()
  const { isBusy, logIn } = useLogIn()
  const [attempt, setAttempt] = useState(0)
  const leadId = useId()
  const complete = async (code: string) => {
    const outcome = await logIn(credentials, code)
    if (outcome !== 'in') setAttempt(attempt + 1)
  }
  return (
    <div className={styles.code}>
      <h2>{accounts.login.codeTitle}</h2>
      <p id={leadId} className={styles.lead} role="status">
        {accounts.login.codeLead(normalizeEmail(credentials.email))}
      </p>
      <CodeInput
        key={attempt}
        describedBy={leadId}
        isBusy={isBusy}
        onComplete={(code) => void complete(code)}
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
