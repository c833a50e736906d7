import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { ContactMark, ownershipOf, Subscribers } from '#web/features/search/ChannelFacts.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ChannelRows.module.css'
import { describeReasons, type SimilarChannel } from './describe-reasons.ts'

/** Channels in rows, each with the reason; a row leads to the channel's page. */
export function ChannelRows({ channels }: { readonly channels: readonly SimilarChannel[] }) {
  const { recommendations: texts } = useTexts()
  const { language } = useLanguage()
  const { records: owned } = useOwnedRecords(channels.map(({ channelId }) => channelId))
  return (
    <ul className={styles.rows}>
      {channels.map((channel) => (
        <li key={channel.channelId} className={styles.row} data-channel={channel.channelId}>
          <Thumbnail src={channel.thumbnail} name={channel.channel_name} size="small" />
          <span className={styles.words}>
            <ChannelLink channel={channel} className={styles.name}>
              {channel.channel_name}
            </ChannelLink>
            <span className={styles.reason}>{describeReasons(channel.reasons, texts, language)}</span>
          </span>
          <span className={styles.facts}>
            <ContactMark channel={channel} ownership={ownershipOf(owned.get(channel.channelId))} />
            <span className={styles.count}>
              <Subscribers count={channel.subsCount} hasUnit />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Placeholders of rows, as high as loaded ones. */
export function ChannelRowsSkeleton({ rows }: { readonly rows: number }) {
  const { common } = useTexts()
  return (
    <div className={styles.rows} role="status" aria-label={common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} aria-hidden="true">
          <Thumbnail src={null} name="" size="small" />
          <span className={styles.words}>
            <span className={styles.name}>
              <Skeleton width="12rem" height="0.8em" />
            </span>
            <span className={styles.reason}>
              <Skeleton width="16rem" height="0.8em" />
            </span>
          </span>
          <span className={styles.facts}>
            <Skeleton width="7rem" height="0.8em" />
          </span>
        </div>
      ))}
    </div>
  )
}
