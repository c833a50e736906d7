import { shownEmail } from '#shared/rules/email.ts'
import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Form, FormActions, FormProblem } from '#web/kit/components/forms.tsx'
import { Heading, Lead } from '#web/kit/components/layout.tsx'
import { Consents } from './Consents.tsx'
import { SecondFactorStep } from '#web/features/second-factor/SecondFactorStep.tsx'
import type { IdentitySignIn, PendingSignIn } from './use-identity.ts'
import { useResetLink } from './use-reset-link.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'

interface IdentityStepProps {
  readonly pending: PendingSignIn
  readonly identity: IdentitySignIn
}

/** What a person with an account elsewhere must enter before it opens an account here. */
export function IdentityStep(props: IdentityStepProps) {
  const { pending, identity } = props
  if (pending.asked !== null) {
    return (
      <SecondFactorStep
        asked={pending.asked}
        isBusy={identity.isBusy}
        onFactor={(factor) => identity.prove(factor)}
        onBack={identity.cancel}
      />
    )
  }
  return pending.needs === 'password' ? <LinkForm {...props} /> : <ConsentForm {...props} />
}

/** The password of the existing account with the same address. */
function LinkForm({ pending, identity }: IdentityStepProps) {
  const { accounts } = useTexts()
  const resetLink = useResetLink(pending.email)
  const { form, field } = useForm({
    initial: { password: '' },
    rules: { password: isMissing },
    isBusy: identity.isBusy,
    onSubmit: identity.prove,
  })
  return (
    <Form {...form}>
      <Heading>{accounts.identity.linkTitle}</Heading>
      <Lead role="status">
        {accounts.identity.linkLead(shownEmail(pending.email), pending.provider.name)}
      </Lead>
      <PasswordField
        {...field('password')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="current-password"
      />
      <FormActions>
        <Button look="quiet" isBusy={resetLink.isPending} onClick={() => void resetLink.request()}>
          {accounts.login.forgot}
        </Button>
      </FormActions>
      <Submit identity={identity} label={accounts.identity.link} />
    </Form>
  )
}

/** Agreement and consent, each with its own checkbox, before an account is created. */
function ConsentForm({ pending, identity }: IdentityStepProps) {
  const { accounts, fieldProblems } = useTexts()
  const [ticked, setTicked] = useState({ isAgreed: false, isConsentGiven: false })
  const [isMissed, setIsMissed] = useState(false)
  const problemId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (identity.isBusy) return
    const isComplete = ticked.isAgreed && ticked.isConsentGiven
    setIsMissed(!isComplete)
    if (isComplete) identity.prove(ticked)
  }
  return (
    <Form onSubmit={submit}>
      <Heading>{accounts.identity.consentTitle}</Heading>
      <Lead role="status">{accounts.identity.consentLead(shownEmail(pending.email))}</Lead>
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
      <Submit identity={identity} label={accounts.identity.create} />
    </Form>
  )
}

function Submit({ identity, label }: { readonly identity: IdentitySignIn; readonly label: string }) {
  const { accounts } = useTexts()
  return (
    <FormActions>
      <Button look="quiet" icon="back" onClick={identity.cancel}>
        {accounts.back}
      </Button>
      <Button look="accent" type="submit" isBusy={identity.isBusy}>
        {label}
      </Button>
    </FormActions>
  )
}
