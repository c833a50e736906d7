import { type FormEvent, useRef, useState } from 'react'
import { normalizeEmail } from '#shared/rules/email.ts'
import { FIRST_FIELD } from './AccountCard.tsx'
import { LocalInbox } from './LocalInbox.tsx'
import { useConfig } from '#web/kit/api/config.ts'
import { Lead } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmailField, Form, FormActions, FormProblem } from '#web/kit/components/forms.tsx'
import { type Credentials, type HalfLogin, useLogIn } from './use-log-in.ts'
import { useResetLink } from './use-reset-link.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'

interface LoginFormProps {
  readonly credentials: Credentials
  readonly onChange: (credentials: Credentials) => void
  readonly onCodeRequired: () => void
  readonly onSecondFactor: (half: HalfLogin) => void
}

/** E-mail and password, and the link for forgotten passwords. */
export function LoginForm({ credentials, onChange, onCodeRequired, onSecondFactor }: LoginFormProps) {
  const { accounts, errors } = useTexts()
  const { login } = accounts
  const { isPending, logIn } = useLogIn(onSecondFactor)
  const resetLink = useResetLink(credentials.email)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const [linkAskedFor, setLinkAskedFor] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const demo = useConfig()?.demo ?? null
  const { email, password } = credentials

  const change = (changed: Partial<Credentials>) => {
    setIsIncomplete(false)
    setIsRefused(false)
    onChange({ ...credentials, ...changed })
  }
  const focus = (field: keyof Credentials) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const missing = email.trim() === '' ? 'email' : password.trim() === '' ? 'password' : null
    setIsIncomplete(missing !== null)
    setIsRefused(false)
    if (missing !== null) return focus(missing)
    const outcome = await logIn(credentials)
    if (outcome === 'codeRequired') onCodeRequired()
    if (outcome === 'refused') setIsRefused(true)
  }
  return (
    <Form ref={form} onSubmit={(event) => void submit(event)}>
      {demo !== null && (
        <>
          <Lead>{login.demoLead}</Lead>
          <Button look="ink" isBusy={isPending} onClick={() => void logIn(demo)}>
            {login.demoEnter}
          </Button>
        </>
      )}
      <EmailField
        name="email"
        label={accounts.email}
        value={email}
        error={resetLink.problem}
        required
        autoComplete="username"
        {...FIRST_FIELD}
        onChange={(event) => change({ email: event.target.value })}
      />
      <PasswordField
        name="password"
        value={password}
        required
        autoComplete="current-password"
        onChange={(event) => change({ password: event.target.value })}
      />
      <FormProblem>{isIncomplete ? login.bothRequired : isRefused && errors.invalid_credentials}</FormProblem>
      <FormActions submitAt="start">
        <Button look="accent" type="submit" isBusy={isPending}>
          {accounts.continue}
        </Button>
        <Button
          look="quiet"
          isBusy={resetLink.isPending}
          onClick={() => {
            setIsIncomplete(false)
            void resetLink
              .request()
              .then((isAsked) => (isAsked ? setLinkAskedFor(normalizeEmail(email)) : focus('email')))
          }}
        >
          {login.forgot}
        </Button>
      </FormActions>
      {linkAskedFor !== null && <LocalInbox to={linkAskedFor} />}
    </Form>
  )
}
