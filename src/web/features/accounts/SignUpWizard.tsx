import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Form, FormActions } from '#web/kit/components/Form.tsx'
import { Heading } from '#web/kit/components/layout.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ProofStep } from './ProofStep.tsx'
import { SIGN_UP_STEPS, type StepProps } from './sign-up.ts'
import { SignUpProgress } from './SignUpProgress.tsx'
import { TextStep } from './TextStep.tsx'
import { usePasswordRules } from './use-password-rules.ts'

interface SignUpWizardProps extends StepProps {
  readonly form: RefObject<HTMLFormElement | null>
  /** Another way to sign up, under the first step. */
  readonly otherWay: ReactNode
}

/** The five steps on one card, one at a time. */
export function SignUpWizard({ state, dispatch, form, otherWay }: SignUpWizardProps) {
  const { accounts, common } = useTexts()
  const texts = accounts.signUp
  const navigate = useNavigate()
  const location = useLocation()
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
    if (place === 0) void navigate(PATHS.authorization, { state: location.state })
    else void navigate(-1)
  }
  return (
    <AccountCard
      title={texts.title}
      heading={<Heading id={questionId}>{texts.questions[place]}</Heading>}
      figure={place + 1}
      figureLabel={texts.ofTotal(String(SIGN_UP_STEPS.length), texts.steps[place] ?? '')}
      footer={
        <p>
          {texts.haveAccount}{' '}
          <Link to={PATHS.login} state={location.state}>
            {common.logIn}
          </Link>
        </p>
      }
    >
      <SignUpProgress place={place} />
      <Form ref={form} gap={5} aria-labelledby={questionId} onSubmit={submit}>
        <Step key={state.step} state={state} dispatch={dispatch} />
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

function Step(props: StepProps) {
  switch (props.state.step) {
    case 'proof':
      return <ProofStep {...props} />
    case 'code':
      return <CodeStep {...props} />
    default:
      return <TextStep {...props} field={props.state.step} />
  }
}
