import type { ReactNode, Ref } from 'react'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { useOriginNames } from '#web/features/search/countries.ts'
import { SubscribersFigure, SubscribersLabel } from '#web/features/search/SubscriberCount.tsx'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import type { Channel } from '#web/features/search/use-results.ts'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Skeleton } from '#web/kit/components/states.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './SuggestedChannel.module.css'

interface SuggestedChannelProps {
  readonly channel: Channel
  readonly level: 2 | 3
  readonly tab: string
  /** Why it is shown; '' without a reason. */
  readonly reason?: string
  /** What can be done about the recommendation. */
  readonly children?: Elements
}

/** The card of a channel among others: what it is, why it is here, and its contact. */
export function SuggestedChannel({ channel, level, tab, reason = '', children }: SuggestedChannelProps) {
  const values = useValueNames()
  const origins = useOriginNames()
  const { channel_name: name, subsCount } = channel
  const facts = [
    values.types(channel.content_type),
    values.audiences(channel.targetAudience),
    origins.country(channel.country),
  ]
  return (
    <Card
      tab={tab}
      isQuiet
      aria-label={name}
      heading={
        <ChannelFace
          channel={channel}
          level={level}
          name={<ChannelLink channel={channel}>{name}</ChannelLink>}
        />
      }
      figure={<SubscribersFigure count={subsCount} />}
      figureLabel={<SubscribersLabel count={subsCount} />}
    >
      {reason !== '' && <p className={styles.reason}>{reason}</p>}
      <div className={styles.about}>
        {/* The dot stays at the end of its line. */}
        <p className={styles.facts}>{facts.filter(Boolean).join('\u00a0· ')}</p>
        <LastUpload channel={channel} />
        {children}
      </div>
      <RevealPanel channel={channel} isCompact />
    </Card>
  )
}

function LastUpload({ channel }: { readonly channel: Channel }) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const inactivity = useInactivity()(channel)
  if (inactivity !== null) {
    const { isCheckOld, text, detail } = inactivity
    return <p>{isCheckOld ? `${text}, ${detail}` : text}</p>
  }
  if (channel.lastUploadAt === null) return <p>{search.uploadUnknown}</p>
  return <p>{search.uploaded(formatShortDate(channel.lastUploadAt, language))}</p>
}

/** The placeholder of a card that is loading, as large as a card. */
function SuggestedChannelSkeleton() {
  return (
    <Card
      tab={<Skeleton width="9rem" />}
      isQuiet
      aria-hidden="true"
      heading={<ChannelFace channel={null} />}
      figure={<Skeleton width="3ch" height="0.75em" />}
      figureLabel={<Skeleton width="5.5rem" height="0.8em" />}
    >
      <p className={styles.reason}>
        <Skeleton width="70%" height="0.8em" />
      </p>
      <div className={styles.about}>
        <p className={styles.facts}>
          <Skeleton width="11rem" height="0.8em" />
        </p>
        <p>
          <Skeleton width="8rem" height="0.8em" />
        </p>
      </div>
      <RevealPanel channel={null} isCompact />
    </Card>
  )
}

/** The cards below each other, in a wide window two in a row. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>{children}</ul>
    </div>
  )
}

interface CardItemProps {
  readonly ref?: Ref<HTMLLIElement>
  readonly children: ReactNode
}

export function CardItem({ ref, children }: CardItemProps) {
  return (
    <li ref={ref} className={styles.item}>
      {children}
    </li>
  )
}

const SKELETONS = 4

/** Placeholders of cards that are loading. */
export function CardSkeletons() {
  const { common } = useTexts()
  return (
    <div className={styles.frame} role="status" aria-label={common.loading}>
      <div className={styles.grid}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className={styles.item}>
            <SuggestedChannelSkeleton />
          </div>
        ))}
      </div>
    </div>
  )
}
