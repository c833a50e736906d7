import { PATHS, parseAddress } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import {
  isLookingPlace,
  useLeavingState,
  useSendOn,
  useWantedChannel,
} from '#web/kit/links/location-state.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useStepHistory } from '#web/kit/links/use-step-history.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard, useStepFocus } from './AccountCard.tsx'
import { useRemoteCaptcha } from './Captcha.tsx'
import { GREETING_MS } from './greeting.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { OtherWays } from './OtherWays.tsx'
import { placeOf, signUp as after, type SignUp } from './sign-up.ts'
import { SignUpWizard } from './SignUpWizard.tsx'
import { useIdentity } from './use-identity.ts'
import { useNoScriptBehind, useProviderScript } from './use-provider-script.ts'
import { useSignUp } from './use-sign-up.ts'

/** Sign-up in five steps and its two results; or with an account elsewhere. */
export function SignUpPage() {
  const { signUp } = useTexts().accounts
  const { state, dispatch } = useSignUp()
  const identity = useIdentity()
  useSendOn()
  // A provider's questions come after the first step.
  const place = identity.pending === null ? placeOf(state) : 1
  const form = useStepFocus<HTMLFormElement>(place)
  useStepHistory(place, (wanted) => {
    if (identity.pending !== null) identity.cancel()
    const event = { type: 'cameTo', place: wanted, now: Date.now() } as const
    dispatch(event)
    return placeOf(after(state, event))
  })
  // Requested this early so that a document that may not load the script is reloaded before anything is typed.
  useProviderScript(useRemoteCaptcha()?.script ?? null)
  useNoScriptBehind()
  return (
    <>
      <PageHead title={signUp.title} description={signUp.description} page="signup" />
      {identity.pending !== null ? (
        <AccountCard title={signUp.title}>
          <IdentityStep pending={identity.pending} identity={identity} />
        </AccountCard>
      ) : state.outcome === null ? (
        <SignUpWizard
          state={state}
          dispatch={dispatch}
          form={form}
          otherWay={<OtherWays identity={identity} />}
        />
      ) : (
        <SignUpResult outcome={state.outcome} />
      )}
    </>
  )
}

interface SignUpResultProps {
  readonly outcome: NonNullable<SignUp['outcome']>
}

/** The result of sign-up: a new account, or an existing one. */
function SignUpResult({ outcome }: SignUpResultProps) {
  const { accounts, common } = useTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  const leaving = useLeavingState()
  const channel = useWantedChannel()
  const { results, signUp } = accounts
  if (outcome === 'exists') {
    return (
      <ResultScreen emoji="📇" tab={signUp.title} title={results.exists} text={results.existsText}>
        <ButtonLink to={PATHS.login} state={leaving}>
          {common.logIn}
        </ButtonLink>
      </ResultScreen>
    )
  }
  const uses = userData?.userInformation.uses ?? 0
  // What the account was made for.
  const isInvitation = parseAddress(leaving.from).page === 'invitation'
  return (
    <ResultScreen
      emoji="🎉"
      tab={signUp.title}
      title={results.ok}
      text={results.okText(formatNumber(uses, language))}
      // The welcome was part of the wait.
      waited={GREETING_MS}
      {...((isLookingPlace(leaving.from) || isInvitation) && { to: leaving.from })}
      {...(channel !== null && { toLabel: results.backToChannel(channel) })}
    />
  )
}
