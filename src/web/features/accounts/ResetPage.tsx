import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { EMAIL_MAX, normalizeEmail } from '#shared/rules/email.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Field } from '#web/kit/components/Field.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard } from './AccountCard.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import styles from './ResetPage.module.css'
import { useResetLink } from './use-reset-link.ts'

/** The destination of a mailed link: a new password, or, when the link does not work, a form for another link. */
export function ResetPage() {
  const { accounts, common } = useTexts()
  const { newPassword, results } = accounts
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'changed' | 'refused' | null>(null)
  const workingToken = outcome === 'refused' ? null : token
  return (
    <>
      <PageHead title={newPassword.title} description={newPassword.description} page="reset" />
      {outcome === 'changed' ? (
        <ResultScreen
          emoji="🔑"
          tab={newPassword.title}
          title={results.changed}
          text={`${results.reset}: ${newPassword.everywhereOut}`}
        >
          <ButtonLink to={PATHS.login}>{common.logIn}</ButtonLink>
        </ResultScreen>
      ) : (
        <AccountCard
          title={newPassword.title}
          heading={workingToken === null ? <DeadLink text={newPassword.linkTitle} /> : undefined}
          footer={
            <p>
              <Link to={PATHS.login}>{common.logIn}</Link>
            </p>
          }
        >
          {workingToken === null ? (
            <AskLinkForm />
          ) : (
            <NewPasswordForm
              token={workingToken}
              onChanged={() => setOutcome('changed')}
              onRefused={() => setOutcome('refused')}
            />
          )}
        </AccountCard>
      )}
    </>
  )
}

/** Takes the focus, because the refused form that had it is gone; so it is also announced. */
function DeadLink({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {text}
    </h2>
  )
}

/** Says that a link does not work, and sends a new one. */
function AskLinkForm() {
  const { accounts, errors } = useTexts()
  const { newPassword } = accounts
  const [email, setEmail] = useState('')
  const { problem, isBusy, request } = useResetLink(email)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (await request()) setAskedFor(normalizeEmail(email))
    else form.current?.querySelector('input')?.focus()
  }
  return (
    <Form ref={form} onSubmit={(event) => void send(event)}>
      <div>
        <Lead>{errors.wrong_token}</Lead>
        <Lead>{newPassword.linkLead}</Lead>
      </div>
      <Field
        name="email"
        label={accounts.email}
        value={email}
        error={problem}
        required
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={styles.actions}>
        <Button look="accent" type="submit" isBusy={isBusy}>
          {newPassword.sendLink}
        </Button>
      </div>
      {askedFor !== null && <LocalInbox to={askedFor} />}
    </Form>
  )
}
