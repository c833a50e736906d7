import { shownEmail } from '#shared/rules/email.ts'
import { PATHS } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { FocusedHeading, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { sourceText } from '#web/features/reveals/ContactSource.tsx'
import { type Kept, useWish, type Wish } from './use-wish.ts'

/** The channels with the address, and the button by which its owner confirms it. */
export function KeptSection({ isFocused, ...wish }: Wish & { readonly isFocused: boolean }) {
  const { kept: texts } = useTexts().creators
  const { isPending, change } = useWish(wish)
  const { channels, sold, notSold } = wish.kept
  const address = shownEmail(wish.kept.email)
  const title = <WithAddress text={texts.title(address)} address={address} />
  return (
    <Card
      id="confirm"
      tab={texts.tab}
      heading={isFocused ? <FocusedHeading>{title}</FocusedHeading> : <h2>{title}</h2>}
    >
      {channels.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <>
          <KeptChannels channels={channels} />
          <Facts facts={[[texts.sold, texts.soldRanges[sold]]]} />
          {notSold !== null && <p>{texts.notSold[notSold]}</p>}
          {notSold === 'bounced' && (
            <div>
              <ButtonLink to={PATHS.optout}>{texts.newLink}</ButtonLink>
            </div>
          )}
          <div>
            <Button
              look="accent"
              isBusy={isPending}
              onClick={() =>
                change({ isRight: true }, ({ notSold: left }) =>
                  left === 'bounced' ? texts.notEnough : texts.thanks,
                )
              }
            >
              {texts.right}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** What is kept of each channel, and since when. */
function KeptChannels({ channels }: Pick<Kept, 'channels'>) {
  const { creators, reveals } = useTexts()
  const { language } = useLanguage()
  const { kept: texts } = creators
  return (
    <Stack gap={5}>
      {channels.map((channel, place) => {
        const { text: kind } = sourceText(channel.sourceKind, reveals)
        const first = formatDate(channel.firstSeenAt, language)
        const last = formatDate(channel.lastSeenAt, language)
        return (
          // Several channels may have one name, and only some have a page.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={place} aria-label={channel.channel_name}>
            <Stack gap={2}>
              <h3>
                <ChannelName {...channel} />
              </h3>
              <Facts
                facts={[
                  [texts.source, channel.sourceHost === null ? kind : `${kind}, ${channel.sourceHost}`],
                  [texts.seen, first === last ? first : texts.from(first, last)],
                  [
                    texts.confirmed,
                    channel.confirmedAt === null
                      ? texts.unconfirmed
                      : formatDate(channel.confirmedAt, language),
                  ],
                ]}
              />
            </Stack>
          </section>
        )
      })}
    </Stack>
  )
}

/** A channel's name, which leads to its page where that is known. */
export function ChannelName({
  channel_name: name,
  url,
}: Pick<Kept['channels'][number], 'channel_name' | 'url'>) {
  if (url === null) return <span>{name}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}
