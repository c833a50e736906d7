import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { ChannelSkeletons } from './ChannelPicker.tsx'
import { PromotionView } from './PromotionView.tsx'

/** Statistics of the videos of channels that a person bought. */
export function PromotionPage() {
  const { statistics } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={statistics.title} description={statistics.description} page="promotion" />
      <PageScaffold kind="list" title={statistics.title}>
        {status === 'restoring' && <ChannelSkeletons />}
        {status === 'out' && <LogInPrompt text={statistics.visitorText} />}
        {status === 'in' && <PromotionView />}
      </PageScaffold>
    </Queries>
  )
}
