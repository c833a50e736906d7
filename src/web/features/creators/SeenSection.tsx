import { Button } from '#web/kit/components/Button.tsx'
import { useOriginNames } from '#web/features/search/countries.ts'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import { Card } from '#web/kit/components/Card.tsx'
import { Lead, Line, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { Kept } from './use-wish.ts'

type Seen = NonNullable<Kept['channels'][number]['shown']>

interface SeenSectionProps extends Pick<Kept, 'channels'> {
  /** Begins a question about a fact that is wrong. */
  readonly onWrong: (message: string) => void
}

/** What everybody sees of the channels with the address, with a way to say what is wrong. */
export function SeenSection({ channels, onWrong }: SeenSectionProps) {
  const { seen: texts } = useTexts().creators
  return (
    <Card tab={texts.tab} heading={<h2>{texts.title}</h2>}>
      <Lead>{texts.lead}</Lead>
      <Stack gap={5}>
        {channels.map(({ channel_name: name, shown }, place) => (
          // Several channels may have one name, and only some are shown.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={place} aria-label={name}>
            <Stack gap={3}>
              {shown === null ? (
                <>
                  <h3>{name}</h3>
                  <p>{texts.notShown}</p>
                </>
              ) : (
                <SeenChannel channel={shown} onWrong={onWrong} />
              )}
            </Stack>
          </section>
        ))}
      </Stack>
    </Card>
  )
}

function SeenChannel({ channel, onWrong }: { readonly channel: Seen } & Pick<SeenSectionProps, 'onWrong'>) {
  const { seen: texts } = useTexts().creators
  const facts = useSeenFacts(channel)
  return (
    <>
      <ChannelFace
        channel={channel}
        level={3}
        name={<bdi>{channel.channel_name}</bdi>}
        actions={
          <ChannelLink channel={channel}>
            <span>{texts.toPage}</span>
          </ChannelLink>
        }
      />
      <Facts
        facts={facts.map(([title, value]) => [
          title,
          <Line key={title} gap={3} isSpread isWritten>
            <span>{value}</span>
            <Button look="text" onClick={() => onWrong(texts.message(channel.channel_name, title, value))}>
              <>
                <span>{texts.wrong}</span>
                <VisuallyHidden>{` ${title}`}</VisuallyHidden>
              </>
            </Button>
          </Line>,
        ])}
      />
    </>
  )
}

function useSeenFacts(channel: Seen): readonly (readonly [title: string, value: string])[] {
  const { creators, search } = useTexts()
  const { language } = useLanguage()
  const names = useValueNames()
  const origins = useOriginNames()
  const { subsCount, lastUploadAt, hasContact, noContactReason } = channel
  return [
    [creators.seen.name, channel.channel_name],
    [
      search.columnTitles.subscribers,
      subsCount === null ? search.subscribersHidden : formatNumber(subsCount, language),
    ],
    [search.contentType, names.types(channel.content_type) ?? search.unknown],
    [search.targetAudience, names.audiences(channel.targetAudience) ?? search.unknown],
    [search.country, origins.country(channel.country) ?? search.unknown],
    [search.language, origins.language(channel.language) ?? search.unknown],
    [search.lastUpload, lastUploadAt === null ? search.unknown : formatDate(lastUploadAt, language)],
    [
      search.contact,
      hasContact
        ? search.contactKnown
        : noContactReason === null
          ? search.contactUnknown
          : search.noContactReasons[noContactReason],
    ],
  ]
}
