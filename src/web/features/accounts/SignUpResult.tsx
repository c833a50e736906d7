import { PATHS } from '#shared/paths.ts'
import { ResultScreen } from '#web/app/ResultScreen.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { SignUp } from './sign-up.ts'

/** How signing up ended: with a new account, or with one that was there before. */
export function SignUpResult({ outcome }: { readonly outcome: NonNullable<SignUp['outcome']> }) {
  const { accounts, common } = useTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  const { results, signUp } = accounts
  if (outcome === 'exists') {
    return (
      <ResultScreen emoji="📇" tab={signUp.title} title={results.exists} text={results.existsText}>
        <ButtonLink to={PATHS.login}>{common.logIn}</ButtonLink>
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
