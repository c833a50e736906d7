import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { CODE_PAUSE_SECONDS } from '#shared/rules/accounts.ts'
import { normalizeEmail, shownEmail } from '#shared/rules/email.ts'
import { SecondFactorStep } from '#web/features/second-factor/SecondFactorStep.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { FormActions } from '#web/kit/components/forms.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { useLeavingState, useSendOn } from '#web/kit/links/location-state.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useStepHistory } from '#web/kit/links/use-step-history.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard, useStepFocus } from './AccountCard.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { LogInPurpose } from './LogInPrompt.tsx'
import { LoginForm } from './LoginForm.tsx'
import { afterWrongAttempt, type MailedCode, newCode } from './mailed-code.ts'
import { MailedCodeStep } from './MailedCodeStep.tsx'
import { OtherWays } from './OtherWays.tsx'
import { useIdentity } from './use-identity.ts'
import { useIssuerReturn } from './use-issuer-return.ts'
import { keepTyped, typedBefore } from './typed-account.ts'
import { useNoScriptBehind } from './use-provider-script.ts'
import { type Credentials, type HalfLogin, useLogIn, useLogInWithFactor } from './use-log-in.ts'

/** Login; after repeated failures on the account, a mailed code is the second step. */
export function LoginPage() {
  const { login, ...accounts } = useTexts().accounts
  const leaving = useLeavingState()
  useSendOn()
  useNoScriptBehind()
  // In memory only: it holds a password.
  const [credentials, setCredentials] = useState<Credentials>(() => ({
    email: typedBefore().email,
    password: '',
  }))
  useEffect(() => keepTyped({ email: credentials.email }), [credentials.email])
  const identity = useIdentity()
  const isReturning = useIssuerReturn(identity)
  // The credentials that a code was mailed for, and whether the code is required.
  const [confirmed, setConfirmed] = useState<Credentials | null>(null)
  const [isCodeRequired, setIsCodeRequired] = useState(false)
  const [code, setCode] = useState<MailedCode | null>(null)
  const [half, setHalf] = useState<HalfLogin | null>(null)
  const withFactor = useLogInWithFactor(() => setHalf(null))
  const place = isCodeRequired || half !== null || identity.pending !== null ? 1 : 0
  const steps = useStepFocus<HTMLDivElement>(place)
  useStepHistory(place, (wanted) => {
    if (identity.pending !== null) identity.cancel()
    setHalf(null)
    const isCodeNext = wanted > 0 && confirmed === credentials
    setIsCodeRequired(isCodeNext)
    return isCodeNext ? 1 : 0
  })
  return (
    <>
      <PageHead title={login.title} description={login.description} page="login" />
      <AccountCard
        ref={steps}
        title={login.title}
        footer={
          <p>
            <span>{`${login.noAccount} `}</span>
            <Link to={PATHS.signup} state={leaving}>
              {accounts.signUp.title}
            </Link>
          </p>
        }
      >
        {identity.pending !== null ? (
          <IdentityStep pending={identity.pending} identity={identity} />
        ) : isReturning ? (
          <Lead role="status">{accounts.identity.signingIn}</Lead>
        ) : half !== null ? (
          <SecondFactorStep
            asked={half.asked}
            isBusy={withFactor.isPending}
            onFactor={(factor) => withFactor.mutate({ ...half.body, ...factor })}
            onBack={() => {
              setHalf(null)
              setIsCodeRequired(false)
            }}
          />
        ) : isCodeRequired && code !== null ? (
          <LoginCode
            credentials={credentials}
            onSecondFactor={setHalf}
            code={code}
            onCode={setCode}
            onBack={() => setIsCodeRequired(false)}
          />
        ) : (
          <>
            <LogInPurpose isLogin />
            <LoginForm
              credentials={credentials}
              onChange={setCredentials}
              onSecondFactor={setHalf}
              onCodeRequired={() => {
                setConfirmed(credentials)
                setCode(newCode(Date.now()))
                setIsCodeRequired(true)
              }}
            />
            <OtherWays identity={identity} />
          </>
        )}
      </AccountCard>
    </>
  )
}

interface LoginCodeProps {
  readonly credentials: Credentials
  readonly code: MailedCode
  readonly onCode: (code: MailedCode) => void
  readonly onSecondFactor: (half: HalfLogin) => void
  readonly onBack: () => void
}

/** The mailed code required after the password when the account has seen many failures. */
function LoginCode({ credentials, code, onCode, onSecondFactor, onBack }: LoginCodeProps) {
  const { accounts } = useTexts()
  const { isPending, logIn, sendAgain } = useLogIn(onSecondFactor)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const complete = async (digits: string) => {
    const outcome = await logIn(credentials, { digits, code })
    if (outcome === 'wrongCode') onCode(afterWrongAttempt(code))
    if (outcome !== 'in') setAttempt(attempt + 1)
  }
  const send = async () => {
    setIsSending(true)
    if (await sendAgain(credentials)) {
      onCode(newCode(Date.now()))
      setAttempt(attempt + 1)
    }
    setIsSending(false)
  }
  const email = normalizeEmail(credentials.email)
  return (
    <MailedCodeStep
      title={accounts.login.codeTitle}
      lead={accounts.login.codeLead(shownEmail(email))}
      isLeadAnnounced
      sentTo={email}
      code={code}
      wrongText={accounts.login.wrongCode}
      attempt={attempt}
      isBusy={isPending && !isSending}
      onComplete={(digits) => void complete(digits)}
      nextCodeAt={code.sentAt + CODE_PAUSE_SECONDS * 1000}
      isResending={isSending}
      onResend={() => void send()}
    >
      <FormActions>
        <Button look="quiet" icon="back" onClick={onBack}>
          {accounts.back}
        </Button>
      </FormActions>
    </MailedCodeStep>
  )
}
