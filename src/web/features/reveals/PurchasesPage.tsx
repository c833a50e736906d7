import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { PurchaseSkeletons } from './PurchaseSkeletons.tsx'
import { PurchasesView } from './PurchasesView.tsx'

/** The contacts that a person has bought. */
export function PurchasesPage() {
  const { purchases } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={purchases.title} description={purchases.description} page="purchases" />
      <PageScaffold kind="list" gap={5} title={purchases.title}>
        {status === 'restoring' && <PurchaseSkeletons />}
        {status === 'out' && <LogInPrompt text={purchases.visitorText} />}
        {status === 'in' && <PurchasesView />}
      </PageScaffold>
    </Queries>
  )
}
