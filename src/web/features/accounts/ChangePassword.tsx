import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { ChosenPassword } from './ChosenPassword.tsx'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import { useChangePassword } from './use-change-password.ts'

interface ChangePasswordProps {
  readonly email: string
  readonly userId: number
  readonly onChanged: () => void
}

/** The button that sends the code, and the panel for the code and then the new password. */
export function ChangePassword({ email, userId, onChanged }: ChangePasswordProps) {
  const { accounts, common, profile } = useTexts()
  const change = useChangePassword({ email, userId, onChanged })
  const { isOpen, step, isBusy } = change
  return (
    <>
      <Button isBusy={!isOpen && isBusy} onClick={() => void change.begin()}>
        {profile.password.change}
      </Button>
      <Dialog
        title={step === 'password' ? profile.password.newTitle : profile.password.title}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={change.leave}
        place="side"
      >
        {step === 'password' ? (
          <ChosenPassword isBusy={isBusy} onChosen={(password) => void change.setPassword(password)} />
        ) : (
          <MailedCodeStep
            lead={accounts.code.sentTo(email)}
            sentTo={email}
            code={change.code}
            attempt={change.attempt}
            isBusy={isBusy}
            onComplete={(digits) => void change.checkCode(digits)}
            nextCodeAt={change.nextCodeAt}
            isResending={change.isSendingAgain}
            onResend={() => void change.sendAgain()}
          />
        )}
      </Dialog>
    </>
  )
}
