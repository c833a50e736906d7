import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { AddToList } from '#web/features/cards/AddToList.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { ContactMark, ownershipOf } from '#web/features/search/ChannelFacts.tsx'
import { SubscriberCount, wordingCount } from '#web/features/search/SubscriberCount.tsx'
import { useOriginNames } from '#web/features/search/countries.ts'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import { writeSearch } from '#web/features/search/write-search.ts'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Note } from '#web/kit/components/layout.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { PLATFORM_TERMS } from '#shared/rules/statistics.ts'
import styles from './ChannelCard.module.css'
import { InactiveNote } from './InactiveNote.tsx'
import type { Channel, ChannelFacts } from './use-channel.ts'

interface ChannelCardProps {
  /** Null while they are loading: placeholders shimmer. */
  readonly facts: ChannelFacts | null
}

/** The card at the top of a channel's page: who it is, what is known, and the part where the contact is bought. */
export function ChannelCard({ facts }: ChannelCardProps) {
  const { channels, search } = useTexts()
  const channel = facts?.channel ?? null
  const count = channel?.subsCount ?? null
  return (
    <div className={styles.place}>
      <Card
        tab={channels.title}
        aria-busy={channel === null || undefined}
        aria-label={channel?.channel_name ?? channels.loading}
        heading={<Heading channel={channel} />}
        // None before the name, which may need two lines and would move it.
        {...(channel !== null && {
          figure: count === null ? '?' : <SubscriberCount count={count} />,
          figureLabel:
            count === null ? (
              search.subscribersUnknown
            ) : (
              <span aria-hidden="true">{search.subscribersOf(wordingCount(count))}</span>
            ),
        })}
      >
        {facts === null ? (
          <Placeholders />
        ) : (
          <>
            <div className={styles.about}>
              <FactList channel={facts.channel} />
              <Topics words={facts.topics} />
              <Note>
                <Origin facts={facts} />
              </Note>
            </div>
            <div className={styles.contact}>
              <InactiveNote channel={facts.channel} />
              <RevealPanel channel={facts.channel} />
              <AddToList channelIds={[facts.channel.channelId]} />
            </div>
          </>
        )}
      </Card>
    </div>
  )
}

const FACTS = Array.from({ length: 8 }, (_, place) => place)

/** Bars without a word that could move: how high the parts of a card are depends on the channel. */
function Placeholders() {
  return (
    <>
      <div className={styles.about} aria-hidden="true">
        <div className={styles.facts}>
          {FACTS.map((place) => (
            <p key={place}>
              <Skeleton width="5rem" />
              <span> </span>
              <Skeleton width="7rem" />
            </p>
          ))}
        </div>
        <Skeleton width="16rem" />
      </div>
      <div className={styles.contact}>
        <RevealPanel channel={null} />
      </div>
    </>
  )
}

function Heading({ channel }: { readonly channel: Channel | null }) {
  const { channels, search } = useTexts()
  return (
    <ChannelFace
      channel={channel}
      size="large"
      level={1}
      className={styles.face}
      name={
        channel === null ? (
          <VisuallyHidden>{channels.loading}</VisuallyHidden>
        ) : (
          <bdi>{channel.channel_name}</bdi>
        )
      }
    >
      <p className={styles.where}>
        {channel === null && <Skeleton width="12rem" />}
        {channel?.handle != null && <span>{`@${channel.handle.replace(/^@/, '')}`}</span>}
        {channel?.url != null && (
          <a href={channel.url} target="_blank" rel="noopener noreferrer">
            <span>{`${channels.visit} `}</span>
            <Icon name="external" size="small" />
            <VisuallyHidden>{` (${search.inNewTab})`}</VisuallyHidden>
          </a>
        )}
      </p>
    </ChannelFace>
  )
}

function FactList({ channel }: { readonly channel: Channel }) {
  const { channels, reveals, search } = useTexts()
  const { language } = useLanguage()
  const names = useValueNames()
  const origins = useOriginNames()
  const uploadsOf = useUploads()
  const { lastUploadAt } = uploadsOf(channel)
  const { records: owned } = useOwnedRecords([channel.channelId])
  const numberOf = (count: number | null) => (count === null ? search.unknown : formatNumber(count, language))
  const seenAt = channel.contactSeenAt
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    [search.contentType, names.types(channel.content_type ?? '') ?? search.unknown],
    [search.targetAudience, names.audiences(channel.targetAudience ?? '') ?? search.unknown],
    [search.country, origins.country(channel.country) ?? search.unknown],
    [search.language, origins.language(channel.language) ?? search.unknown],
    [channels.videos, numberOf(channel.uploads)],
    [channels.views, numberOf(channel.views)],
    [search.lastUpload, lastUploadAt === null ? search.unknown : formatDate(lastUploadAt, language)],
    [
      search.contact,
      <>
        <ContactMark channel={channel} isShort ownership={ownershipOf(owned.get(channel.channelId))} />
        {seenAt !== null && <span className={styles.seen}>{reveals.seen(formatDate(seenAt, language))}</span>}
      </>,
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** As many as tell what a channel is about; those that follow stand in many titles. */
const WORDS_SHOWN = 12

/** Words of the channel's recent titles; each leads to channels about it. */
function Topics({ words }: { readonly words: readonly string[] }) {
  const { channels } = useTexts()
  return (
    <div className={styles.topics}>
      <h2>{channels.topics}</h2>
      {words.length === 0 ? (
        <Note>{channels.topicsUnknown}</Note>
      ) : (
        <ul>
          {words.slice(0, WORDS_SHOWN).map((word) => (
            <li key={word}>
              <Link
                to={{ pathname: PATHS.search, search: writeSearch({ text: word, by: 'topic' }) }}
                title={channels.findAbout(word)}
              >
                {word}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where the metrics are from, and of which day. */
function Origin({ facts: { channel, fetchedAt } }: { readonly facts: ChannelFacts }) {
  const { channels, statistics } = useTexts()
  const { language } = useLanguage()
  const date = formatDate(fetchedAt, language)
  if (channel.uploads === null && channel.views === null) return <span>{channels.imported(date)}</span>
  return (
    <>
      <span>{`${channels.asOf(date)} `}</span>
      <a href={PLATFORM_TERMS} target="_blank" rel="noopener noreferrer">
        {statistics.terms}
      </a>
    </>
  )
}
