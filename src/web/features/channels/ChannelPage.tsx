import { PageScaffold } from '#web/kit/components/layout.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The page of a channel: what a buyer needs to choose it. */
export function ChannelPage() {
  const { channels } = useTexts()
  return (
    <PageScaffold kind="sections" width={60} title={channels.title}>
      <PageHead title={channels.title} page="channel" />
    </PageScaffold>
  )
}
