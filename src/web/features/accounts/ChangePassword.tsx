import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { ChangeCode } from './ChangeCode.tsx'
import { ChosenPassword } from './ChosenPassword.tsx'
import { useChangePassword } from './use-change-password.ts'

interface ChangePasswordProps {
  readonly email: string
  readonly userId: number
  readonly onChanged: () => void
}

/** The button that sends the code, and the panel that asks for it and then for the new password. */
export function ChangePassword({ email, userId, onChanged }: ChangePasswordProps) {
  const { common, profile } = useTexts()
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
          <ChangeCode email={email} change={change} />
        )}
      </Dialog>
    </>
  )
}
