import { PATHS } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Part } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelRows, ChannelRowsSkeleton } from './ChannelRows.tsx'
import { useRecommendations } from './use-recommendations.ts'

const SHOWN = 4

/** Under the purchases: a few channels like them. Without any, or when they cannot be loaded, nothing. */
export function RecommendedBlock() {
  const hasBought = (useSession().userData?.channels.length ?? 0) > 0
  return hasBought && <LikePurchases />
}

function LikePurchases() {
  const { block: texts } = useTexts().recommendations
  const { data, error } = useRecommendations(SHOWN)
  const isNone = data?.data.length === 0
  if (isNone || error !== null) return null
  return (
    <Part title={texts.title} isBusy={data === undefined}>
      {data === undefined ? <ChannelRowsSkeleton rows={SHOWN} /> : <ChannelRows channels={data.data} />}
      <div>
        <ButtonLink to={PATHS.recommendations}>{texts.all}</ButtonLink>
      </div>
    </Part>
  )
}
