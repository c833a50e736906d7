import { ViewTransition } from 'react'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import styles from './ResultList.module.css'
import { ContactMark, ownershipOf, Subscribers, Terms } from './ChannelFacts.tsx'
import { useOriginNames } from './countries.ts'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'

interface ResultListProps {
  readonly channels: readonly Channel[]
  /** The channel on the card, which the list omits. */
  readonly chosenId: string | null
  readonly onChoose: (channel: Channel) => void
}

/** Further matches, each with its position; choosing one puts it on the card. */
export function ResultList({ channels, chosenId, onChoose }: ResultListProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const names = useValueNames()
  const origins = useOriginNames()
  const { records: owned } = useOwnedRecords(channels.map(({ channelId }) => channelId))
  return (
    <ol className={styles.list}>
      {channels.map(
        (channel, index) =>
          channel.channelId !== chosenId && (
            <ViewTransition
              key={channel.channelId}
              name={transitionName(channel.channelId)}
              default="none"
              share="auto"
            >
              <li className={styles.row} data-channel={channel.channelId}>
                <span className={styles.place} aria-hidden="true">
                  {formatNumber(index + 1, language)}
                </span>
                <Thumbnail src={channel.thumbnail} name={channel.channel_name} size="small" />
                <span className={styles.words}>
                  <button
                    type="button"
                    className={styles.name}
                    title={search.showChannel(channel.channel_name)}
                    onClick={() => onChoose(channel)}
                  >
                    {channel.channel_name}
                  </button>
                  <span className={styles.details}>
                    <Terms terms={channel.terms} />
                    <span>
                      {[
                        // A mark between the words and the rest.
                        ...(channel.terms?.length ? [''] : []),
                        names.types(channel.content_type),
                        names.audiences(channel.targetAudience),
                      ]
                        .filter((fact) => fact !== null)
                        .join(' · ')}
                    </span>
                  </span>
                </span>
                <span className={styles.facts}>
                  <span className={styles.line}>
                    <span className={styles.count}>
                      <Subscribers count={channel.subsCount} hasUnit />
                    </span>
                    <span className={styles.country}>
                      {origins.country(channel.country) ?? search.countryUnknown}
                    </span>
                  </span>
                  <span className={styles.line}>
                    <ContactMark channel={channel} ownership={ownershipOf(owned.get(channel.channelId))} />
                    <span className={styles.upload}>
                      <LastUploadLine channel={channel} />
                    </span>
                  </span>
                </span>
              </li>
            </ViewTransition>
          ),
      )}
    </ol>
  )
}

/** The last upload of a row; of an inactive channel, how long ago that was. */
function LastUploadLine({ channel }: { readonly channel: Channel }) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const { lastUploadAt } = useUploads()(channel)
  const inactivity = useInactivity()(channel)
  if (inactivity !== null) {
    const { isCheckOld, text, detail } = inactivity
    return <span className={styles.inactive}>{isCheckOld ? `${text}, ${detail}` : text}</span>
  }
  if (lastUploadAt === null) return <span>{search.uploadUnknown}</span>
  return <span>{search.uploaded(formatShortDate(lastUploadAt, language))}</span>
}

/** Placeholders of rows, as high as loaded ones. */
export function ResultListSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.place} />
          <Thumbnail src={null} name="" size="small" />
          <span className={styles.words}>
            <span className={styles.name}>
              <Skeleton width="12rem" height="0.8em" />
            </span>
            <span className={styles.details}>
              <Skeleton width="9rem" height="0.8em" />
            </span>
          </span>
          <span className={styles.facts}>
            <span className={styles.line}>
              <span className={styles.count}>
                <Skeleton width="6rem" height="0.8em" />
              </span>
            </span>
            <span className={styles.line}>
              <Skeleton width="7rem" height="0.8em" />
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** The view transition name that a channel's card and its row in the list share, so that one moves into the other. */
export function transitionName(channelId: string): string {
  return `channel-${channelId.replace(/[^\w-]/g, '_')}`
}
