import { PageHead } from '#web/app/PageHead.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { SignUpResult } from './SignUpResult.tsx'
import { SignUpWizard } from './SignUpWizard.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Registration in five steps, and its two ends. */
export function SignUpPage() {
  const { signUp } = useTexts().accounts
  const { state, dispatch } = useSignUp()
  return (
    <>
      <PageHead title={signUp.title} description={signUp.description} page="signup" />
      {state.outcome === null ? (
        <SignUpWizard state={state} dispatch={dispatch} />
      ) : (
        <SignUpResult outcome={state.outcome} />
      )}
    </>
  )
}
