import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { FirstSteps } from '#web/features/cards/FirstSteps.tsx'
import { PurchaseSkeletons } from '#web/features/reveals/PurchaseList.tsx'
import { PurchasesView } from '#web/features/reveals/PurchasesView.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { RecommendedBlock } from './RecommendedBlock.tsx'

/** The contacts that a person has bought, and channels like them. */
export function PurchasesPage() {
  const { purchases } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={purchases.title} description={purchases.description} page="purchases" />
      <PageScaffold kind="list" gap={5} title={purchases.title}>
        {status === 'restoring' && <PurchaseSkeletons />}
        {status === 'out' && <LogInPrompt text={purchases.visitorText} />}
        {status === 'in' && (
          <>
            <FirstSteps />
            <PurchasesView />
            <RecommendedBlock />
          </>
        )}
      </PageScaffold>
    </Queries>
  )
}
