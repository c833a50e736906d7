import { shownEmail } from '#shared/rules/email.ts'
import { type FormEvent, useState } from 'react'
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
  const { accounts, fieldProblems, profile } = useTexts()
  const person = useSession().userData?.userInformation
  const rules = usePasswordRules({ email: person?.email ?? '', username: person?.username ?? '' })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const problem = refused === typed ? rules.problemOf(typed) : null
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setRefused(typed)
    if (rules.problemOf(typed) === null) onChosen(typed.trim())
  }
  return (
    <Form onSubmit={choose}>
      <Lead>{profile.password.newLead}</Lead>
      <PasswordField
        name="newPassword"
        label={accounts.newPassword.field}
        hint={rules.hintFor(typed)}
        value={typed}
        error={problem === null ? null : fieldProblems[problem]}
        required
        autoComplete="new-password"
        // The code before it was typed as well.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
      />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
          {profile.password.save}
        </Button>
      </Actions>
    </Form>
  )
}
