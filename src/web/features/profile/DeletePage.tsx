import { useState } from 'react'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard } from '#web/features/accounts/AccountCard.tsx'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import { DeadDeletionLink } from './DeadDeletionLink.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'

/** The destination of the mailed link. Opening it deletes nothing: the button does. */
export function DeletePage() {
  const { deletion } = useTexts().profile
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'deleted' | 'refused' | null>(null)
  return (
    <>
      <PageHead title={deletion.title} page="delete" />
      {outcome === 'deleted' ? (
        <ResultScreen emoji="👋" tab={deletion.title} title={deletion.done} text={deletion.doneText} />
      ) : token === null || outcome === 'refused' ? (
        <DeadDeletionLink isIncomplete={token === null} />
      ) : (
        <AccountCard title={deletion.title} heading={<h2>{deletion.question}</h2>}>
          <ConfirmDeletion
            token={token}
            onDeleted={() => setOutcome('deleted')}
            onRefused={() => setOutcome('refused')}
          />
        </AccountCard>
      )}
    </>
  )
}
