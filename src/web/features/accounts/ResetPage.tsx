import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { AccountCard } from './AccountCard.tsx'
import { AskLinkForm } from './AskLinkForm.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'

/** The destination of a mailed link: a new password, or, when the link does not work, a form for another link. */
export function ResetPage() {
  const { accounts, common } = useTexts()
  const { newPassword, results } = accounts
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'changed' | 'refused' | null>(null)
  const workingToken = outcome === 'refused' ? null : token
  return (
    <>
      <PageHead title={newPassword.title} description={newPassword.description} page="reset" />
      {outcome === 'changed' ? (
        <ResultScreen
          emoji="🔑"
          tab={newPassword.title}
          title={results.changed}
          text={`${results.reset}: ${newPassword.everywhereOut}`}
        >
          <ButtonLink to={PATHS.login}>{common.logIn}</ButtonLink>
        </ResultScreen>
      ) : (
        <AccountCard
          title={newPassword.title}
          heading={workingToken === null ? <DeadLink text={newPassword.linkTitle} /> : undefined}
          footer={
            <p>
              <Link to={PATHS.login}>{common.logIn}</Link>
            </p>
          }
        >
          {workingToken === null ? (
            <AskLinkForm />
          ) : (
            <NewPasswordForm
              token={workingToken}
              onChanged={() => setOutcome('changed')}
              onRefused={() => setOutcome('refused')}
            />
          )}
        </AccountCard>
      )}
    </>
  )
}

/** Takes the focus, because the refused form that had it is gone; so it is also announced. */
function DeadLink({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {text}
    </h2>
  )
}
