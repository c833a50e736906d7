import type { ReactNode } from 'react'
import { AddToList } from '#web/features/cards/AddToList.tsx'
import { ChannelLinks } from '#web/features/reveals/ChannelLinks.tsx'
import { AliveReport, useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import type { Elements } from '#web/kit/components/elements.ts'
import { Line } from '#web/kit/components/layout.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import styles from './ResultCard.module.css'
import { ContactMark, ownershipOf, Terms } from './ChannelFacts.tsx'
import { useOriginNames } from './countries.ts'
import { SubscribersFigure, SubscribersLabel } from './SubscriberCount.tsx'
import type { Channel } from './use-results.ts'
import { useValueNames } from './use-filter-text.ts'

interface ResultCardProps {
  /** Null while it is loading: placeholders of the same size shimmer. */
  readonly channel: Channel | null
  /** Position among the results, from 1. */
  readonly place: number
  /** Whether positions reflect how well channels match. */
  readonly isByMatch: boolean
  /** The part where the contact is bought. */
  readonly children: Elements
}

/** The card of one channel. */
export function ResultCard({ channel, place, isByMatch, children }: ResultCardProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const names = useValueNames()
  const origins = useOriginNames()
  const id = channel?.channelId ?? ''
  const { records: owned } = useOwnedRecords(channel === null ? [] : [id])
  const count = channel?.subsCount ?? null
  return (
    <Card
      tab={isByMatch && place === 1 ? search.bestMatch : search.place(formatNumber(place, language))}
      aria-hidden={channel === null || undefined}
      aria-label={channel?.channel_name}
      heading={<Heading channel={channel} />}
      figure={
        channel === null ? <Skeleton width="3ch" height="0.75em" /> : <SubscribersFigure count={count} />
      }
      figureLabel={channel === null ? <Skeleton width="6.5rem" /> : <SubscribersLabel count={count} />}
    >
      <dl className={styles.facts}>
        {channel?.terms !== undefined && channel.terms.length > 0 && (
          <Fact title={search.matchedTerms} isLoading={false}>
            <Terms terms={channel.terms} />
          </Fact>
        )}
        <Fact title={search.targetAudience} isLoading={channel === null}>
          {names.audiences(channel?.targetAudience ?? '') ?? search.unknown}
        </Fact>
        <Fact title={search.contentType} isLoading={channel === null}>
          {names.types(channel?.content_type ?? '') ?? search.unknown}
        </Fact>
        <Fact title={search.country} isLoading={channel === null}>
          {origins.country(channel?.country ?? null) ?? search.unknown}
        </Fact>
        <Fact title={search.contact} isLoading={channel === null}>
          <ContactMark channel={channel} isShort ownership={ownershipOf(owned.get(id))} />
        </Fact>
        <Fact title={search.lastUpload} isLoading={channel === null}>
          {channel === null ? '' : <LastUpload channel={channel} />}
        </Fact>
      </dl>
      {children}
      {channel !== null && (
        <div className={styles.links}>
          <Line gap={4}>
            <ChannelLinks channel={channel} />
            <AddToList channelIds={[id]} look="quiet" />
          </Line>
        </div>
      )}
    </Card>
  )
}

function Heading({ channel }: { readonly channel: Channel | null }) {
  const { search } = useTexts()
  return (
    <ChannelFace
      channel={channel}
      size="large"
      level={2}
      nameProps={FOCUSABLE}
      name={
        channel !== null &&
        channel.url !== null && (
          <a
            href={channel.url}
            target="_blank"
            rel="noopener noreferrer"
            title={search.openChannel(channel.channel_name)}
          >
            <span>{channel.channel_name}</span>
            <span className={styles.outward}>
              <Icon name="external" size="small" />
            </span>
            <VisuallyHidden>{` (${search.inNewTab})`}</VisuallyHidden>
          </a>
        )
      }
    />
  )
}

const FOCUSABLE = { tabIndex: -1 }

/** The last upload; for an inactive channel, how long ago, and how we know. */
function LastUpload({ channel }: { readonly channel: Channel }) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const { lastUploadAt } = useUploads()(channel)
  const inactivity = useInactivity()(channel)
  if (inactivity === null)
    return <span>{lastUploadAt === null ? search.unknown : formatDate(lastUploadAt, language)}</span>
  return (
    <>
      <span className={styles.inactive}>{inactivity.text}</span>
      <span className={styles.reason}>{inactivity.detail}</span>
      <AliveReport channel={channel} />
    </>
  )
}

interface FactProps {
  readonly title: string
  readonly isLoading: boolean
  readonly children: ReactNode
}

function Fact({ title, isLoading, children }: FactProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{isLoading ? <Skeleton width="9rem" /> : children}</dd>
    </div>
  )
}
