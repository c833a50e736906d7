import { useId } from 'react'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './CodeStep.module.css'
import { CodeInput } from './CodeInput.tsx'
import { useCodeEnd } from './mailed-code.ts'
import { ResendCode } from './ResendCode.tsx'
import type { ChangePassword } from './use-change-password.ts'

interface ChangeCodeProps {
  readonly email: string
  readonly change: ChangePassword
}

/** The mailed code that allows a new password. */
export function ChangeCode({ email, change }: ChangeCodeProps) {
  const { code } = useTexts().accounts
  const leadId = useId()
  const end = useCodeEnd(change.code)
  return (
    <div className={styles.step}>
      <p id={leadId} className={styles.lead}>
        {code.sentTo(email)}
      </p>
      {end === null && (
        <CodeInput
          key={change.attempt}
          describedBy={leadId}
          isBusy={change.isBusy}
          onComplete={(digits) => void change.checkCode(digits)}
        />
      )}
      <ResendCode
        end={end}
        nextCodeAt={change.nextCodeAt}
        isBusy={change.isSendingAgain}
        onSend={() => void change.sendAgain()}
      />
      <LocalInbox to={email} />
    </div>
  )
}
