import { PATHS } from '#shared/paths.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { keepAddressForLogin } from './address-for-login.ts'
import type { SignUp } from './sign-up.ts'

interface SignUpResultProps {
  readonly outcome: NonNullable<SignUp['outcome']>
  readonly email: string
}

/** The result of sign-up: a new account, or an existing one. */
export function SignUpResult({ outcome, email }: SignUpResultProps) {
  const { accounts, common } = useTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  const leaving = useLeavingState()
  const { results, signUp } = accounts
  if (outcome === 'exists') {
    return (
      <ResultScreen emoji="📇" tab={signUp.title} title={results.exists} text={results.existsText}>
        <ButtonLink
          to={PATHS.login}
          state={leaving}
          onClick={() => keepAddressForLogin(normalizeEmail(email))}
        >
          {common.logIn}
        </ButtonLink>
      </ResultScreen>
    )
  }
  const uses = userData?.userInformation.uses ?? 0
  return (
    <ResultScreen
      emoji="🎉"
      tab={signUp.title}
      title={results.ok}
      text={results.okText(formatNumber(uses, language))}
    />
  )
}
