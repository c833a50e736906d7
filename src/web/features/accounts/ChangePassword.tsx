import { shownEmail } from '#shared/rules/email.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Form } from '#web/kit/components/forms.tsx'
import { Actions, Lead } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import { useChangePassword } from './use-change-password.ts'
import { usePasswordRules } from './use-password-rules.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'
import { useForm } from '#web/kit/components/use-form.ts'

interface ChangePasswordProps {
  readonly email: string
  readonly userId: number
}

/** The button that sends the code, and the panel for the code and then the new password. */
export function ChangePassword({ email, userId }: ChangePasswordProps) {
  const { accounts, common, errors, profile } = useTexts()
  const change = useChangePassword({ email, userId })
  const { isOpen, step, isBusy } = change
  return (
    <>
      <Button isBusy={!isOpen && isBusy} onClick={change.begin}>
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
          <ChosenPassword isBusy={isBusy} onChosen={change.setPassword} />
        ) : (
          <MailedCodeStep
            lead={accounts.code.sentTo(shownEmail(email))}
            sentTo={email}
            code={change.code}
            wrongText={errors.wrong_code}
            attempt={change.attempt}
            isBusy={isBusy}
            onComplete={change.checkCode}
            nextCodeAt={change.nextCodeAt}
            isResending={change.isSendingAgain}
            onResend={change.sendAgain}
          />
        )}
      </Dialog>
    </>
  )
}

interface ChosenPasswordProps {
  readonly isBusy: boolean
  /** Receives a password that follows the rules. */
  readonly onChosen: (password: string) => void
}

/** The new password; it can be shown, so it is typed once. */
function ChosenPassword({ isBusy, onChosen }: ChosenPasswordProps) {
  const { accounts, profile } = useTexts()
  const person = useSession().userData?.userInformation
  const rules = usePasswordRules({ email: person?.email ?? '', username: person?.username ?? '' })
  const { form, field, values } = useForm({
    initial: { newPassword: '' },
    rules: { newPassword: rules.problemOf },
    isBusy,
    onSubmit: ({ newPassword }) => onChosen(newPassword.trim()),
  })
  return (
    <Form {...form}>
      <Lead>{profile.password.newLead}</Lead>
      <PasswordField
        {...field('newPassword')}
        label={accounts.newPassword.field}
        hint={rules.hintFor(values.newPassword)}
        autoComplete="new-password"
        // The code before it was typed as well.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
          {profile.password.save}
        </Button>
      </Actions>
    </Form>
  )
}
