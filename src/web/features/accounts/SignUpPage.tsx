import { PageHead } from '#web/app/PageHead.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { AccountCard } from './AccountCard.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { GoogleStep } from './GoogleStep.tsx'
import { SignUpResult } from './SignUpResult.tsx'
import { SignUpWizard } from './SignUpWizard.tsx'
import { useGoogle } from './use-google.ts'
import { useProviderScript } from './use-provider-script.ts'
import { useRemoteCaptcha } from './use-remote-captcha.ts'
import { useSignUp } from './use-sign-up.ts'

/** Registration in five steps, and its two ends; or by an account elsewhere. */
export function SignUpPage() {
  const { signUp } = useTexts().accounts
  const { state, dispatch } = useSignUp()
  const google = useGoogle()
  // Asked for here already, since a document that may not hold it is loaded anew: before anything is typed.
  useProviderScript(useRemoteCaptcha()?.script ?? null)
  const otherWay = <GoogleButton key={google.attempt} onCredential={(given) => void google.start(given)} />
  return (
    <>
      <PageHead title={signUp.title} description={signUp.description} page="signup" />
      {google.pending !== null ? (
        <AccountCard title={signUp.title}>
          <GoogleStep pending={google.pending} google={google} />
        </AccountCard>
      ) : state.outcome === null ? (
        <SignUpWizard state={state} dispatch={dispatch} otherWay={otherWay} />
      ) : (
        <SignUpResult outcome={state.outcome} />
      )}
    </>
  )
}
