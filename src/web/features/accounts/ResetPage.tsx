import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { EmailField, Form, FormActions } from '#web/kit/components/forms.tsx'
import { FocusedHeading, Lead } from '#web/kit/components/layout.tsx'
import { LocalInbox } from './LocalInbox.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard } from './AccountCard.tsx'
import { usePasswordRules } from './use-password-rules.ts'
import { useResetLink } from './use-reset-link.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'
import type { BodyGiven } from '#shared/api/contract.ts'
import { useForm } from '#web/kit/components/use-form.ts'

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
          heading={
            workingToken === null ? <FocusedHeading>{newPassword.linkTitle}</FocusedHeading> : undefined
          }
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

/** Says that a link does not work, and sends a new one. */
function AskLinkForm() {
  const { accounts, errors } = useTexts()
  const { newPassword } = accounts
  const [email, setEmail] = useState('')
  const { problem, isPending, request } = useResetLink(email)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (await request()) setAskedFor(normalizeEmail(email))
    else form.current?.querySelector('input')?.focus()
  }
  return (
    <Form ref={form} onSubmit={(event) => void send(event)}>
      <div>
        <Lead>{errors.wrong_token}</Lead>
        <Lead>{newPassword.linkLead}</Lead>
      </div>
      <EmailField
        name="email"
        label={accounts.email}
        value={email}
        error={problem}
        required
        autoComplete="username"
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormActions submitAt="alone">
        <Button look="accent" type="submit" isBusy={isPending}>
          {newPassword.sendLink}
        </Button>
      </FormActions>
      {askedFor !== null && <LocalInbox to={askedFor} />}
    </Form>
  )
}

interface NewPasswordFormProps {
  /** From the mailed link. */
  readonly token: string
  readonly onChanged: () => void
  /** The link was used, or has expired. */
  readonly onRefused: () => void
}

/** Sets the new password, which can be shown, so it is typed once. Nobody is logged in afterwards. */
function NewPasswordForm({ token, onChanged, onRefused }: NewPasswordFormProps) {
  const { accounts, fieldProblems } = useTexts()
  const { newPassword, results } = accounts
  // The page does not know whose link it is.
  const rules = usePasswordRules({ email: '', username: '' })
  const { isPending, error, mutate } = useAction({
    mutationFn: (body: BodyGiven<'PUT /reset'>) =>
      call('PUT /reset', { body, handles: ['too_many_requests'] }),
    meta: {
      subject: 'new-password',
      failure(refusal, describe) {
        const isShownElsewhere = refusal.fields['newPassword'] !== undefined || refusal.code === 'wrong_token'
        return isShownElsewhere ? null : describe(refusal, results.wrong)
      },
    },
    onSuccess() {
      leaveSession()
      onChanged()
    },
    onError({ code }) {
      if (code === 'wrong_token') onRefused()
    },
  })
  const refused = error?.fields['newPassword']
  const { form, field, values } = useForm({
    initial: { newPassword: '' },
    rules: { newPassword: rules.problemOf },
    refused: { newPassword: refused === undefined ? null : fieldProblems[refused] },
    isBusy: isPending,
    onSubmit(given) {
      // Where a refusal of the server shows.
      form.ref.current?.querySelector('input')?.focus()
      mutate({ newPassword: given.newPassword.trim(), token })
    },
  })
  return (
    <Form {...form}>
      <Lead>{newPassword.lead}</Lead>
      <PasswordField
        {...field('newPassword')}
        label={newPassword.field}
        hint={rules.hintFor(values.newPassword)}
        autoComplete="new-password"
      />
      <FormActions submitAt="alone">
        <Button look="accent" type="submit" isBusy={isPending}>
          {newPassword.save}
        </Button>
      </FormActions>
    </Form>
  )
}
