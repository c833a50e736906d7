import { Words } from '#web/kit/components/layout.tsx'
import { ViewTransition } from 'react'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { ChannelList, ChannelRow } from '#web/kit/channel/ChannelRow.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
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
    <ChannelList isOrdered>
      {channels.map(
        (channel, index) =>
          channel.channelId !== chosenId && (
            <ViewTransition
              key={channel.channelId}
              name={transitionName(channel.channelId)}
              default="none"
              share="auto"
            >
              <ChannelRow
                channel={channel}
                place={formatNumber(index + 1, language)}
                name={
                  <button
                    type="button"
                    title={search.showChannel(channel.channel_name)}
                    onClick={() => onChoose(channel)}
                  >
                    {channel.channel_name}
                  </button>
                }
                details={
                  <>
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
                  </>
                }
                count={<Subscribers count={channel.subsCount} hasUnit />}
                contact={
                  <ContactMark channel={channel} ownership={ownershipOf(owned.get(channel.channelId))} />
                }
                country={origins.country(channel.country) ?? search.countryUnknown}
                upload={<LastUploadLine channel={channel} />}
              />
            </ViewTransition>
          ),
      )}
    </ChannelList>
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
    return <Words tone="warning">{isCheckOld ? `${text}, ${detail}` : text}</Words>
  }
  if (lastUploadAt === null) return <span>{search.uploadUnknown}</span>
  return <span>{search.uploaded(formatShortDate(lastUploadAt, language))}</span>
}

/** The view transition name that a channel's card and its row in the list share, so that one moves into the other. */
export function transitionName(channelId: string): string {
  return `channel-${channelId.replace(/[^\w-]/g, '_')}`
}
