import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSendOn } from '#web/kit/links/use-send-on.ts'
import { useStepHistory } from '#web/kit/links/use-step-history.ts'
import { AccountCard } from './AccountCard.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { GoogleStep } from './GoogleStep.tsx'
import { placeOf, signUp as after } from './sign-up.ts'
import { SignUpResult } from './SignUpResult.tsx'
import { SignUpWizard } from './SignUpWizard.tsx'
import { useGoogle } from './use-google.ts'
import { useProviderScript } from './use-provider-script.ts'
import { useRemoteCaptcha } from './use-remote-captcha.ts'
import { useSignUp } from './use-sign-up.ts'
import { useStepFocus } from './use-step-focus.ts'

/** Sign-up in five steps and its two results; or with a Google account. */
export function SignUpPage() {
  const { signUp } = useTexts().accounts
  const { state, dispatch } = useSignUp()
  const google = useGoogle()
  useSendOn()
  // Google's questions come after the first step.
  const place = google.pending === null ? placeOf(state) : 1
  const form = useStepFocus<HTMLFormElement>(place)
  useStepHistory(place, (wanted) => {
    if (google.pending !== null) google.cancel()
    const event = { type: 'cameTo', place: wanted, now: Date.now() } as const
    dispatch(event)
    return placeOf(after(state, event))
  })
  // Requested this early so that a document that may not load the script is reloaded before anything is typed.
  useProviderScript(useRemoteCaptcha()?.script ?? null)
  const otherWay = (
    <GoogleButton
      key={google.attempt}
      problem={google.problem}
      onCredential={(given) => void google.start(given)}
    />
  )
  return (
    <>
      <PageHead title={signUp.title} description={signUp.description} page="signup" />
      {google.pending !== null ? (
        <AccountCard title={signUp.title}>
          <GoogleStep pending={google.pending} google={google} />
        </AccountCard>
      ) : state.outcome === null ? (
        <SignUpWizard state={state} dispatch={dispatch} form={form} otherWay={otherWay} />
      ) : (
        <SignUpResult outcome={state.outcome} email={state.email} />
      )}
    </>
  )
}
