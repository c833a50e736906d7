import { useState } from 'react'
import { PageHead } from '#web/app/PageHead.tsx'
import { ResultScreen } from '#web/app/ResultScreen.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { AccountCard } from './AccountCard.tsx'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import { DeadDeletionLink } from './DeadDeletionLink.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of the letter leads. Opening it deletes nothing: the button does. */
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
