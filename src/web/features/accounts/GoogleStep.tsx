import { type FormEvent, useId, useRef, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { CheckBox } from '#web/kit/components/CheckBox.tsx'
import { ConsentText } from './ConsentText.tsx'
import styles from './GoogleStep.module.css'
import { PasswordField } from './PasswordField.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import type { GoogleSignIn, PendingSignIn } from './use-google.ts'
import { useResetLink } from './use-reset-link.ts'

interface GoogleStepProps {
  readonly pending: PendingSignIn
  readonly google: GoogleSignIn
}

/** What a Google account is asked for before it opens one here. */
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

/** The password of the account that has the same address. */
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
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <h2>{accounts.google.linkTitle}</h2>
      <p className={styles.lead} role="status">
        {accounts.google.linkLead(pending.email)}
      </p>
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
      <Button look="quiet" isBusy={resetLink.isBusy} onClick={() => void resetLink.request()}>
        {accounts.login.forgot}
      </Button>
      <Actions google={google} label={accounts.google.link} />
    </form>
  )
}

/** Agreement and consent, each in a box of its own, before an account is made. */
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
    <form className={styles.form} noValidate onSubmit={submit}>
      <h2>{accounts.google.consentTitle}</h2>
      <p className={styles.lead} role="status">
        {accounts.google.consentLead(pending.email)}
      </p>
      <div>
        {(['isAgreed', 'isConsentGiven'] as const).map((name, place) => (
          <CheckBox
            key={name}
            name={name}
            checked={ticked[name]}
            aria-invalid={(isMissed && !ticked[name]) || undefined}
            aria-describedby={isMissed ? problemId : undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={place === 0}
            onChange={(event) => {
              setIsMissed(false)
              setTicked({ ...ticked, [name]: event.target.checked })
            }}
          >
            <ConsentText name={name} />
          </CheckBox>
        ))}
      </div>
      <p id={problemId} className={styles.problem} role="alert">
        {isMissed && fieldProblems.not_agreed}
      </p>
      <Actions google={google} label={accounts.google.create} />
    </form>
  )
}

function Actions({ google, label }: { readonly google: GoogleSignIn; readonly label: string }) {
  const { accounts } = useTexts()
  return (
    <div className={styles.actions}>
      <Button look="quiet" icon="back" onClick={google.cancel}>
        {accounts.back}
      </Button>
      <Button look="accent" type="submit" isBusy={google.isBusy}>
        {label}
      </Button>
    </div>
  )
}
