import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/Queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { ChannelSkeletons } from './ChannelPicker.tsx'
import styles from './PromotionPage.module.css'
import { PromotionView } from './PromotionView.tsx'

/** Statistics of the videos of channels that a person bought. */
export function PromotionPage() {
  const { statistics } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={statistics.title} description={statistics.description} page="promotion" />
      <div className={styles.page}>
        <h1>{statistics.title}</h1>
        {status === 'restoring' && <ChannelSkeletons />}
        {status === 'out' && <LogInPrompt />}
        {status === 'in' && <PromotionView />}
      </div>
    </Queries>
  )
}

function LogInPrompt() {
  const { statistics, reveals, common } = useTexts()
  return (
    <EmptyState icon="person" title={reveals.logInFirst} text={statistics.visitorText}>
      <ButtonLink look="ink" to={PATHS.authorization} state={useLeavingState()}>
        {common.logIn}
      </ButtonLink>
    </EmptyState>
  )
}
