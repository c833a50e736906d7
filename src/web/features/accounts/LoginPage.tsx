import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSendOn } from '#web/kit/links/use-send-on.ts'
import { useStepHistory } from '#web/kit/links/use-step-history.ts'
import { AccountCard } from './AccountCard.tsx'
import { addressForLogin } from './address-for-login.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { GoogleStep } from './GoogleStep.tsx'
import { LoginCode } from './LoginCode.tsx'
import { LoginForm } from './LoginForm.tsx'
import { SecondFactorStep } from '#web/features/second-factor/SecondFactorStep.tsx'
import { useGoogle } from './use-google.ts'
import { type MailedCode, newCode } from './mailed-code.ts'
import { type Credentials, type HalfLogin, useLogInWithFactor } from './use-log-in.ts'
import { useStepFocus } from './use-step-focus.ts'

/** Login; after repeated failures on the account, a mailed code is the second step. */
export function LoginPage() {
  const { login, ...accounts } = useTexts().accounts
  const leaving = useLeavingState()
  useSendOn()
  // In memory only: it holds a password.
  const [credentials, setCredentials] = useState<Credentials>(() => ({
    email: addressForLogin(),
    password: '',
  }))
  const google = useGoogle()
  // The credentials that a code was mailed for, and whether the code is required.
  const [confirmed, setConfirmed] = useState<Credentials | null>(null)
  const [isCodeRequired, setIsCodeRequired] = useState(false)
  const [code, setCode] = useState<MailedCode | null>(null)
  const [half, setHalf] = useState<HalfLogin | null>(null)
  const withFactor = useLogInWithFactor(() => setHalf(null))
  const place = isCodeRequired || half !== null || google.pending !== null ? 1 : 0
  const steps = useStepFocus<HTMLDivElement>(place)
  useStepHistory(place, (wanted) => {
    if (google.pending !== null) google.cancel()
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
            {login.noAccount}{' '}
            <Link to={PATHS.signup} state={leaving}>
              {accounts.signUp.title}
            </Link>
          </p>
        }
      >
        {google.pending !== null ? (
          <GoogleStep pending={google.pending} google={google} />
        ) : half !== null ? (
          <SecondFactorStep
            asked={half.asked}
            isBusy={withFactor.isBusy}
            onFactor={(factor) => void withFactor.logIn(half, factor)}
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
            <GoogleButton
              key={google.attempt}
              problem={google.problem}
              onCredential={(given) => void google.start(given)}
            />
          </>
        )}
      </AccountCard>
    </>
  )
}
