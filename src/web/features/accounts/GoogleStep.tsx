import { type FormEvent, useId, useRef, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Form, FormActions, FormProblem } from '#web/kit/components/forms.tsx'
import { Heading, Lead } from '#web/kit/components/layout.tsx'
import { Consents } from './Consents.tsx'
import { SecondFactorStep } from '#web/features/second-factor/SecondFactorStep.tsx'
import type { GoogleSignIn, PendingSignIn } from './use-google.ts'
import { useResetLink } from './use-reset-link.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'

interface GoogleStepProps {
  readonly pending: PendingSignIn
  readonly google: GoogleSignIn
}

/** What a person with a Google account must enter before it opens an account here. */
export function GoogleStep(props: GoogleStepProps) {
  const { pending, google } = props
  if (pending.asked !== null) {
    return (
      <SecondFactorStep
        asked={pending.asked}
        isBusy={google.isBusy}
        onFactor={(factor) => void google.prove(factor)}
        onBack={google.cancel}
      />
    )
  }
  return pending.needs === 'password' ? <LinkForm {...props} /> : <ConsentForm {...props} />
}

/** The password of the existing account with the same address. */
function LinkForm({ pending, google }: GoogleStepProps) {
  const { accounts, fieldProblems } = useTexts()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const resetLink = useResetLink(pending.email)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (google.isBusy) return
    setIsMissing(password.trim() === '')
    if (password.trim() === '') form.current?.querySelector('input')?.focus()
    else void google.prove({ password })
  }
  return (
    <Form ref={form} onSubmit={submit}>
      <Heading>{accounts.google.linkTitle}</Heading>
      <Lead role="status">{accounts.google.linkLead(pending.email)}</Lead>
      <PasswordField
        name="password"
        value={password}
        error={isMissing ? fieldProblems.required : null}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormActions>
        <Button look="quiet" isBusy={resetLink.isBusy} onClick={() => void resetLink.request()}>
          {accounts.login.forgot}
        </Button>
      </FormActions>
      <Submit google={google} label={accounts.google.link} />
    </Form>
  )
}

/** Agreement and consent, each with its own checkbox, before an account is created. */
function ConsentForm({ pending, google }: GoogleStepProps) {
  const { accounts, fieldProblems } = useTexts()
  const [ticked, setTicked] = useState({ isAgreed: false, isConsentGiven: false })
  const [isMissed, setIsMissed] = useState(false)
  const problemId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (google.isBusy) return
    const isComplete = ticked.isAgreed && ticked.isConsentGiven
    setIsMissed(!isComplete)
    if (isComplete) void google.prove(ticked)
  }
  return (
    <Form onSubmit={submit}>
      <Heading>{accounts.google.consentTitle}</Heading>
      <Lead role="status">{accounts.google.consentLead(pending.email)}</Lead>
      <Consents
        given={ticked}
        isMissed={isMissed}
        problemId={problemId}
        hasFocus
        onTick={(name, isOn) => {
          setIsMissed(false)
          setTicked({ ...ticked, [name]: isOn })
        }}
      />
      <FormProblem id={problemId}>{isMissed && fieldProblems.not_agreed}</FormProblem>
      <Submit google={google} label={accounts.google.create} />
    </Form>
  )
}

function Submit({ google, label }: { readonly google: GoogleSignIn; readonly label: string }) {
  const { accounts } = useTexts()
  return (
    <FormActions>
      <Button look="quiet" icon="back" onClick={google.cancel}>
        {accounts.back}
      </Button>
      <Button look="accent" type="submit" isBusy={google.isBusy}>
        {label}
      </Button>
    </FormActions>
  )
}
