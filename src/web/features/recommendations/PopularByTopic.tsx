import { Link, useSearchParams } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import {
  type ContentType,
  FURTHER_CONTENT_TYPES,
  LONG_INACTIVE_DAYS,
  OFFERED_CONTENT_TYPES,
  parseContentType,
} from '#shared/rules/filters.ts'
import { writeSearch } from '#web/features/search/write-search.ts'
import { CallError } from '#web/kit/api/call.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Heading } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { IN_PLACE } from '#web/kit/links/location-state.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CardGrid, CardItem, CardSkeletons, ChannelCard } from './ChannelCard.tsx'
import styles from './PopularByTopic.module.css'
import { usePopular } from './use-recommendations.ts'

const SHOWN = 8
const TOPICS = [...OFFERED_CONTENT_TYPES, ...FURTHER_CONTENT_TYPES]

/** The channels with the most subscribers, of the topic that the address names or of all. */
export function PopularByTopic() {
  const { recommendations: texts, search } = useTexts()
  const { language } = useLanguage()
  const topic = parseContentType(useSearchParams()[0].get('type') ?? '')
  const { data, error, isPlaceholderData, refetch } = usePopular(topic, SHOWN)
  return (
    <>
      <nav className={styles.topics} aria-label={texts.topics}>
        <TopicLink topic={null} isChosen={topic === null} />
        {TOPICS.map((each) => (
          <TopicLink key={each} topic={each} isChosen={each === topic} />
        ))}
      </nav>
      {topic !== null && <Heading>{texts.popularIn(search.contentTypes[topic])}</Heading>}
      {data !== undefined && data.data.length > 0 && (
        <div className={styles.channels} aria-busy={isPlaceholderData}>
          <CardGrid>
            {data.data.map((channel, index) => (
              <CardItem key={channel.channelId}>
                <ChannelCard
                  channel={channel}
                  level={topic === null ? 2 : 3}
                  tab={search.place(formatNumber(index + 1, language))}
                />
              </CardItem>
            ))}
          </CardGrid>
        </div>
      )}
      {data?.data.length === 0 && (
        <EmptyState drawing="nothing" title={texts.emptyTopicTitle} text={texts.emptyTopicText} />
      )}
      {data === undefined && error === null && <CardSkeletons />}
      {data === undefined && error !== null && (
        <LoadFailure
          code={error instanceof CallError ? error.code : null}
          title={texts.popularErrorTitle}
          text={texts.popularErrorText}
          onRetry={() => void refetch()}
        />
      )}
      <div>
        <ButtonLink to={{ pathname: PATHS.search, search: asSearch(topic) }}>
          {topic === null ? texts.searchAll : texts.searchTopic(search.contentTypes[topic])}
        </ButtonLink>
      </div>
    </>
  )
}

/** The same channels as a search, where the list continues. */
function asSearch(topic: ContentType | null): string {
  return writeSearch({
    types: topic === null ? [] : [topic],
    inactivity: [String(LONG_INACTIVE_DAYS)],
    sort: 'subscribers',
  })
}

interface TopicLinkProps {
  /** Null for all. */
  readonly topic: ContentType | null
  readonly isChosen: boolean
}

function TopicLink({ topic, isChosen }: TopicLinkProps) {
  const { recommendations: texts, search } = useTexts()
  return (
    <Link
      to={{ search: topic === null ? '' : `?${new URLSearchParams({ type: topic })}` }}
      state={IN_PLACE}
      className={styles.topic}
      aria-current={isChosen || undefined}
      data-chosen={isChosen ? '' : undefined}
    >
      {topic === null ? texts.allTopics : search.contentTypes[topic]}
    </Link>
  )
}
