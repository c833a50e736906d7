import { EMAIL_MAX } from '#shared/rules/email.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Field } from '#web/kit/components/Field.tsx'
import { PasswordField } from '#web/kit/components/PasswordField.tsx'
import type { StepProps } from './sign-up.ts'
import { usePasswordRules } from './use-password-rules.ts'

interface TextStepProps extends StepProps {
  readonly field: 'username' | 'email' | 'password'
}

/** A step with one text field. */
export function TextStep({ state, dispatch, field }: TextStepProps) {
  const { accounts, fieldProblems } = useTexts()
  const texts = accounts.signUp
  const rules = usePasswordRules(state, field === 'password')
  const common = {
    name: field,
    value: state[field],
    error: state.problem === null ? null : fieldProblems[state.problem],
    required: true,
    onChange: (event: { readonly target: HTMLInputElement }) =>
      dispatch({ type: 'typed', field, value: event.target.value }),
  }
  switch (field) {
    case 'username':
      return <Field {...common} label={accounts.username} hint={texts.usernameHint} autoComplete="nickname" />
    case 'email':
      return (
        <Field
          {...common}
          label={accounts.email}
          hint={texts.emailHint}
          // The browser's e-mail field would refuse addresses that the rules accept, and show its own texts.
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={EMAIL_MAX}
        />
      )
    case 'password':
      return <PasswordField {...common} hint={rules.hintFor(state.password)} autoComplete="new-password" />
  }
}
