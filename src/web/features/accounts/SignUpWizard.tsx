import { type FormEvent, type RefObject, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { normalizeEmail, shownEmail } from '#shared/rules/email.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import type { Elements } from '#web/kit/components/elements.ts'
import { EmailField, Field, Form, FormActions, FormProblem } from '#web/kit/components/forms.tsx'
import { Heading, Lead, Note, Stack } from '#web/kit/components/layout.tsx'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard, FIRST_FIELD } from './AccountCard.tsx'
import { Captcha, useRemoteCaptcha } from './Captcha.tsx'
import { Consents } from './Consents.tsx'
import { LogInPurpose } from './LogInPrompt.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import { SIGN_UP_STEPS, type StepProps } from './sign-up.ts'
import styles from './OtherWays.module.css'
import { usePasswordRules } from './use-password-rules.ts'
import { PasswordField } from '#web/features/second-factor/PasswordField.tsx'

interface SignUpWizardProps extends StepProps {
  readonly form: RefObject<HTMLFormElement | null>
  /** Another way to sign up, under the first step. */
  readonly otherWay: Elements
}

/** The five steps on one card, one at a time. */
export function SignUpWizard({ state, dispatch, form, otherWay }: SignUpWizardProps) {
  const { accounts, common } = useTexts()
  const texts = accounts.signUp
  const navigate = useNavigate()
  const leaving = useLeavingState()
  const questionId = useId()
  const place = SIGN_UP_STEPS.indexOf(state.step)
  const isPassword = state.step === 'password'
  const rules = usePasswordRules(state, isPassword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = isPassword ? rules.problemOf(state.password) : null
    dispatch({ type: 'continued', now: Date.now(), problem })
  }
  const goBack = () => {
    if (place === 0) void navigate(PATHS.authorization, { state: leaving })
    else void navigate(-1)
  }
  return (
    <AccountCard
      title={texts.title}
      heading={
        <Stack gap={1}>
          <Note>{texts.step(String(place + 1), String(SIGN_UP_STEPS.length), texts.steps[place] ?? '')}</Note>
          <Heading id={questionId}>{texts.questions[place]}</Heading>
        </Stack>
      }
      footer={
        <p>
          <span>{`${texts.haveAccount} `}</span>
          <Link to={PATHS.login} state={leaving}>
            {common.logIn}
          </Link>
        </p>
      }
    >
      <SignUpProgress place={place} />
      <LogInPurpose />
      <Form ref={form} gap={5} aria-labelledby={questionId} onSubmit={submit}>
        {state.step === 'proof' ? (
          <ProofStep state={state} dispatch={dispatch} />
        ) : state.step === 'code' ? (
          <CodeStep state={state} dispatch={dispatch} />
        ) : (
          <TextStep
            key={state.step}
            state={state}
            dispatch={dispatch}
            field={state.step}
            passwordHint={rules.hintFor(state.password)}
          />
        )}
        <FormActions>
          <Button look="quiet" icon="back" onClick={goBack}>
            {accounts.back}
          </Button>
          {state.step !== 'code' && (
            <Button look="accent" type="submit" isBusy={state.request !== null}>
              {state.step === 'proof' ? texts.sendCode : accounts.continue}
            </Button>
          )}
        </FormActions>
      </Form>
      {place === 0 && otherWay}
    </AccountCard>
  )
}

/** The progress of sign-up: a line of five, with the steps' names for screen readers. @param place from 0 */
function SignUpProgress({ place }: { readonly place: number }) {
  const { signUp } = useTexts().accounts
  const total = SIGN_UP_STEPS.length
  return (
    <>
      <ol className={styles.line} aria-label={signUp.title}>
        {signUp.steps.map((name, index) => (
          <li
            key={name}
            className={classNames(
              styles.part,
              index < place && styles.done,
              index === place && styles.current,
            )}
            aria-current={index === place ? 'step' : undefined}
          >
            <VisuallyHidden>{name}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{signUp.progress(String(place + 1), String(total))}</span>
      </VisuallyHidden>
    </>
  )
}

interface TextStepProps extends StepProps {
  readonly field: 'username' | 'email' | 'password'
  readonly passwordHint: string
}

/** A step with one text field. */
function TextStep({ state, dispatch, field, passwordHint }: TextStepProps) {
  const { accounts, fieldProblems } = useTexts()
  const texts = accounts.signUp
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
      return (
        <Field
          {...common}
          label={accounts.username}
          hint={texts.usernameHint}
          autoComplete="nickname"
          {...FIRST_FIELD}
        />
      )
    case 'email':
      return <EmailField {...common} label={accounts.email} hint={texts.emailHint} autoComplete="email" />
    case 'password':
      return <PasswordField {...common} hint={passwordHint} autoComplete="new-password" />
  }
}

/** Captcha, agreement and consent; the code is requested as soon as all three are complete, as the step announces. */
function ProofStep({ state, dispatch }: StepProps) {
  const { accounts, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(state.nextCodeAt)
  const problemId = useId()
  const isMissed = state.problem !== null
  const isWaiting = state.codeSentTo === null && secondsLeft !== null && secondsLeft > 0
  const email = shownEmail(normalizeEmail(state.email))
  return (
    <Stack gap={3}>
      <Lead>
        <WithAddress text={accounts.signUp.proofLead(email)} address={email} />
      </Lead>
      <Captcha
        isSolved={state.captcha !== null}
        isMissed={isMissed}
        isDisabled={state.request !== null}
        onSolved={(captcha) => dispatch({ type: 'captchaSolved', captcha, now: Date.now() })}
        onExpired={() => dispatch({ type: 'captchaExpired' })}
      />
      <Consents
        given={state}
        isMissed={isMissed}
        problemId={problemId}
        isDisabled={state.request !== null}
        onTick={(box, isOn) => dispatch({ type: 'ticked', box, isOn, now: Date.now() })}
      />
      <FormProblem id={problemId} keepsPlace>
        {[
          state.problem !== null && fieldProblems[state.problem],
          isWaiting && accounts.code.waitFor(formatWait(secondsLeft, language)),
        ]
          .filter(Boolean)
          .join(' ')}
      </FormProblem>
    </Stack>
  )
}

/** The last step of sign-up: the mailed code. */
function CodeStep({ state, dispatch }: StepProps) {
  const { code: texts, results } = useTexts().accounts
  // A provider's widget needs the person; our own captcha solves itself.
  const isSolvedApart = useRemoteCaptcha() !== null
  return (
    <MailedCodeStep
      lead={texts.sentTo(shownEmail(state.codeSentTo ?? ''))}
      sentTo={state.codeSentTo ?? ''}
      code={state.code}
      wrongText={results.invalid}
      attempt={state.attempt}
      isBusy={state.request?.kind === 'account'}
      onComplete={(code) => dispatch({ type: 'codeEntered', code })}
      nextCodeAt={state.nextCodeAt}
      isResending={state.request?.kind === 'anotherCode'}
      onResend={() => dispatch({ type: 'anotherCodeWanted', now: Date.now(), isSolvedApart })}
    />
  )
}
