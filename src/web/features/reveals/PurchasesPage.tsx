import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/app/came-from.ts'
import { PageHead } from '#web/app/PageHead.tsx'
import { Queries } from '#web/app/Queries.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
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
