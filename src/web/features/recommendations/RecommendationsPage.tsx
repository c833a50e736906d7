import { useEffect, useRef, useState } from 'react'
import { LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { SearchTabs } from '#web/features/search/SearchTabs.tsx'
import { CallError } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { CardGrid, CardSkeletons } from './SuggestedChannel.tsx'
import type { SimilarChannel } from './describe-reasons.ts'
import { DismissedEarlier } from './DismissedEarlier.tsx'
import { PopularByType } from './PopularByType.tsx'
import { RecommendationCard } from './RecommendationCard.tsx'
import { useRecommendations } from './use-recommendations.ts'

/** Channels for the person, by their purchases; for a visitor, the popular ones of a topic. */
export function RecommendationsPage() {
  const { recommendations: texts } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={texts.title} description={texts.description} page="recommendations" />
      {status === 'restoring' && (
        <PageScaffold kind="list" gap={5} title={texts.title}>
          <SearchTabs />
          <CardSkeletons />
        </PageScaffold>
      )}
      {status === 'out' && (
        <PageScaffold kind="list" gap={5} title={texts.title} lead={texts.visitorLead}>
          <SearchTabs />
          <PopularByType />
        </PageScaffold>
      )}
      {status === 'in' && <Recommended />}
    </Queries>
  )
}

const FETCHED = 24

/** What is recommended to the person, in all its states. */
function Recommended() {
  const { recommendations: texts } = useTexts()
  const { userData } = useSession()
  const { data, error, refetch } = useRecommendations(FETCHED)
  const [hasBought] = useState(() => (userData?.channels.length ?? 0) > 0)
  usePreparedToasts()
  // Without purchases it is known before the answer.
  const isPopular = data === undefined ? !hasBought : data.data.length === 0
  const popularLead = hasBought ? texts.nothingLikeLead : texts.popularLead
  return (
    <PageScaffold
      kind="list"
      gap={5}
      title={texts.title}
      lead={`${isPopular ? popularLead : texts.lead} ${texts.activeOnly(LONG_INACTIVE_DAYS)}`}
    >
      <SearchTabs />
      {isPopular && <PopularByType />}
      {data !== undefined && !isPopular && <Cards channels={data.data} />}
      {data !== undefined && <DismissedEarlier />}
      {data === undefined && !isPopular && error === null && <CardSkeletons />}
      {data === undefined && !isPopular && error !== null && (
        <LoadFailure
          code={error instanceof CallError ? error.code : null}
          title={texts.errorTitle}
          text={texts.errorText}
          onRetry={() => void refetch()}
        />
      )}
    </PageScaffold>
  )
}

const FIRST_SHOWN = 8

/** The first cards; the others on demand, because each has a contact to open. */
function Cards({ channels }: { readonly channels: readonly SimilarChannel[] }) {
  const { recommendations: texts } = useTexts()
  const [isAll, setAll] = useState(channels.length <= FIRST_SHOWN)
  const [wasPressed, setPressed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (wasPressed)
      place.current?.querySelectorAll<HTMLElement>('li')[FIRST_SHOWN]?.querySelector('a')?.focus()
  }, [wasPressed])
  const showAll = () => {
    setAll(true)
    setPressed(true)
  }
  return (
    <>
      <div ref={place}>
        <CardGrid>
          {(isAll ? channels : channels.slice(0, FIRST_SHOWN)).map((channel) => (
            <RecommendationCard key={channel.channelId} channel={channel} />
          ))}
        </CardGrid>
      </div>
      {!isAll && (
        <div>
          <Button onClick={showAll}>{texts.more}</Button>
        </div>
      )}
    </>
  )
}
