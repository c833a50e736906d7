import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/Queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { PurchaseSkeletons } from './PurchaseSkeletons.tsx'
import { PurchasesView } from './PurchasesView.tsx'
import styles from './PurchasesPage.module.css'

/** The contacts that a person has bought. */
export function PurchasesPage() {
  const { purchases } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={purchases.title} description={purchases.description} page="purchases" />
      <div className={styles.page}>
        <h1>{purchases.title}</h1>
        {status === 'restoring' && <PurchaseSkeletons />}
        {status === 'out' && <LogInPrompt />}
        {status === 'in' && <PurchasesView />}
      </div>
    </Queries>
  )
}

function LogInPrompt() {
  const { purchases, reveals, common } = useTexts()
  return (
    <EmptyState icon="person" title={reveals.logInFirst} text={purchases.visitorText}>
      <ButtonLink look="ink" to={PATHS.authorization} state={useLeavingState()}>
        {common.logIn}
      </ButtonLink>
    </EmptyState>
  )
}
