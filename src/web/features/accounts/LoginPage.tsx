import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/app/came-from.ts'
import { PageHead } from '#web/app/PageHead.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { AccountCard } from './AccountCard.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { GoogleStep } from './GoogleStep.tsx'
import { LoginCode } from './LoginCode.tsx'
import { LoginForm } from './LoginForm.tsx'
import { useGoogle } from './use-google.ts'
import type { Credentials } from './use-log-in.ts'

/** Logging in; after repeated failures on the account a mailed code comes second. */
export function LoginPage() {
  const { login, ...accounts } = useTexts().accounts
  const leaving = useLeavingState()
  // Lives in memory alone: it holds a password.
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const google = useGoogle()
  const [isCodeRequired, setIsCodeRequired] = useState(false)
  return (
    <>
      <PageHead title={login.title} description={login.description} page="login" />
      <AccountCard
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
        ) : isCodeRequired ? (
          <LoginCode credentials={credentials} onBack={() => setIsCodeRequired(false)} />
        ) : (
          <>
            <LoginForm
              credentials={credentials}
              onChange={setCredentials}
              onCodeRequired={() => setIsCodeRequired(true)}
            />
            <GoogleButton key={google.attempt} onCredential={(given) => void google.start(given)} />
          </>
        )}
      </AccountCard>
    </>
  )
}
