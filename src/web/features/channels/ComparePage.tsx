// oxlint-disable jsx-a11y/control-has-associated-label -- takes cells for controls.
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { COUNTERS } from '#shared/rules/statistics.ts'
import { PATHS } from '#shared/paths.ts'
import { formatPrice } from '#shared/i18n/formats.ts'
import { Tags } from '#web/features/cards/CardParts.tsx'
import { useCardsOf } from '#web/features/cards/card-records.ts'
import { COMPARED_MAX } from '#web/features/cards/CompareLink.tsx'
import { ConflictDialog, useCardChanges } from '#web/features/cards/use-card-changes.tsx'
import { ContactEvidence } from '#web/features/evidence/ContactEvidence.tsx'
import { StagePill } from '#web/features/reveals/StagePill.tsx'
import { Subscribers } from '#web/features/search/ChannelFacts.tsx'
import { useOriginNames } from '#web/features/search/countries.ts'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import { isOnPlatform } from '#web/features/statistics/use-statistics.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { EmptyState, Waiting } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate, formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ComparePage.module.css'
import { monthsOf } from './months.ts'
import { formatMonth } from './UploadsSection.tsx'
import { type ChannelFacts, useChannel, useVideos } from './use-channel.ts'

/** Up to six channels side by side, by what decides; to be printed, too. Their ids stand in the address. */
export function ComparePage() {
  const { cards: texts, common } = useTexts()
  const [params] = useSearchParams()
  const ids = [...new Set((params.get('channels') ?? '').split(',').filter((id) => id !== ''))].slice(
    0,
    COMPARED_MAX,
  )
  return (
    <Queries>
      <PageHead title={texts.compare} />
      <PageScaffold kind="list" gap={5} title={texts.compare}>
        {ids.length === 0 ? (
          <EmptyState drawing="blank" title={texts.compareNothing} text={texts.compareNothingText}>
            <ButtonLink look="ink" to={PATHS.search}>
              {common.toSearch}
            </ButtonLink>
          </EmptyState>
        ) : (
          <Comparison ids={ids} />
        )}
      </PageScaffold>
    </Queries>
  )
}

interface OfChannel {
  readonly channelId: string
}

interface OfFacts {
  readonly facts: ChannelFacts
}

function Comparison({ ids }: { readonly ids: readonly string[] }) {
  const { cards: texts, channels, reveals, search } = useTexts()
  const cards = useCardsOf(ids)
  const rows: readonly (readonly [title: string, Cell: ComponentType<OfChannel>])[] = [
    [search.columnTitles.subscribers, withFacts(Size)],
    [search.columnTitles.country, withFacts(Origin)],
    [search.contentType, withFacts(Types)],
    [search.targetAudience, withFacts(Audiences)],
    [search.lastUpload, withFacts(LastUpload)],
    [reveals.contact, ContactEvidence],
    [channels.uploads.title, withFacts(Months)],
    [channels.recent.title, Videos],
  ]
  return (
    <>
      <div className={styles.tools}>
        <Button size="small" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      <table className={styles.table} style={{ '--columns': ids.length }}>
        <thead>
          <tr>
            <td />
            {ids.map((id) => (
              <Head key={id} channelId={id} others={ids.filter((other) => other !== id)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.length > 0 && <OwnRow ids={ids} cards={cards} />}
          {rows.map(([title, Cell]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {ids.map((id) => (
                <td key={id}>
                  <NarrowName channelId={id} />
                  <Cell channelId={id} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What the person or the team has noted. */
function OwnRow({
  ids,
  cards,
}: {
  readonly ids: readonly string[]
  readonly cards: ReturnType<typeof useCardsOf>
}) {
  const { cards: texts, purchases, search } = useTexts()
  const { language } = useLanguage()
  const people = cards.flatMap(({ owner }) => owner ?? [])
  const { change } = useCardChanges(people)
  return (
    <tr>
      <th scope="row">{texts.noted}</th>
      {ids.map((id) => {
        const card = cards.find(({ channelId }) => channelId === id)
        return (
          <td key={id}>
            <NarrowName channelId={id} />
            {card === undefined ? (
              <span>{search.unknown}</span>
            ) : (
              <div className={styles.noted}>
                <StagePill
                  stage={card.stage}
                  label={purchases.statusOf(card.channel_name)}
                  onChange={(stage) => change(card, { stage })}
                />
                {card.price !== null && (
                  <strong>{formatPrice(card.price.amount, language, card.price.currency)}</strong>
                )}
                <Tags tags={card.tags} />
                {card.note !== '' && <p>{card.note}</p>}
              </div>
            )}
            {id === ids[0] && <ConflictDialog people={people} />}
          </td>
        )
      })}
    </tr>
  )
}

function Head({ channelId, others }: OfChannel & { readonly others: readonly string[] }) {
  const { cards: texts } = useTexts()
  const { data } = useChannel(channelId)
  const channel = data?.channel ?? null
  return (
    <th scope="col">
      <ChannelFace
        channel={channel}
        name={channel !== null && <ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
        actions={
          <Link
            className={styles.remove}
            aria-label={texts.compareWithout(channel?.channel_name ?? channelId)}
            title={texts.compareWithout(channel?.channel_name ?? channelId)}
            to={{ pathname: PATHS.compare, search: `?channels=${others.join(',')}` }}
            replace
          >
            <Icon name="cross" size="small" />
          </Link>
        }
      />
    </th>
  )
}

/** On a phone each value stands below its channel's name. */
function NarrowName({ channelId }: OfChannel) {
  const { data } = useChannel(channelId)
  return <span className={styles.narrowName}>{data?.channel.channel_name ?? channelId}</span>
}

function withFacts(Cell: ComponentType<OfFacts>): ComponentType<OfChannel> {
  return function FactsCell({ channelId }) {
    const { channels } = useTexts()
    const { data, callError } = useChannel(channelId)
    if (data !== undefined) return <Cell facts={data} />
    return callError === null ? <Waiting /> : <span>{channels.failed}</span>
  }
}

function Size({ facts: { channel } }: OfFacts) {
  return <Subscribers count={channel.subsCount} hasUnit={false} />
}

function Origin({ facts: { channel } }: OfFacts) {
  const { search } = useTexts()
  const origins = useOriginNames()
  const known = [origins.country(channel.country), origins.language(channel.language)]
  return <span>{known.filter((name) => name !== null).join(', ') || search.unknown}</span>
}

function Types({ facts: { channel } }: OfFacts) {
  const { search } = useTexts()
  return <span>{useValueNames().types(channel.content_type) ?? search.unknown}</span>
}

function Audiences({ facts: { channel } }: OfFacts) {
  const { search } = useTexts()
  return <span>{useValueNames().audiences(channel.targetAudience) ?? search.unknown}</span>
}

function LastUpload({ facts: { channel } }: OfFacts) {
  const { search } = useTexts()
  const { language } = useLanguage()
  return (
    <span>{channel.lastUploadAt === null ? search.unknown : formatDate(channel.lastUploadAt, language)}</span>
  )
}

/** Twelve bars, each as high as its month's uploads. */
function Months({ facts: { uploads, uploadsListedSince } }: OfFacts) {
  const { channels } = useTexts()
  const { language } = useLanguage()
  const months = monthsOf(uploads, uploadsListedSince)
  if (months.length === 0) return <span>{channels.uploads.unknown}</span>
  return (
    <ol className={styles.months}>
      {months.map(({ month, count, listed, share }) => {
        const written = formatNumber(count, language)
        const words = {
          all: channels.uploads.count(count, written),
          some: channels.uploads.atLeast(count, written),
          none: channels.uploads.notListed,
        }[listed]
        const text = `${formatMonth(month, language, { month: 'long', year: 'numeric' })}: ${words}`
        return (
          <li key={month} title={text} data-listed={listed} style={{ '--share': share }}>
            <span aria-hidden="true">{listed === 'none' ? '?' : written}</span>
            <VisuallyHidden>{text}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}

/** The last ten videos with the platform's own numbers. */
function Videos({ channelId }: OfChannel) {
  const { channels, statistics } = useTexts()
  const { language } = useLanguage()
  const isAsked = isOnPlatform(channelId)
  const { data, callError } = useVideos(channelId, isAsked)
  if (!isAsked) return <span>{channels.recent.notOnPlatform}</span>
  if (data === undefined) return callError === null ? <Waiting /> : <span>{channels.recent.failed}</span>
  if (data.videos.length === 0) return <span>{channels.recent[data.problem ?? 'none']}</span>
  return (
    <ol className={styles.videos}>
      {data.videos.map(({ videoId, title, publishedAt, ...counters }) => (
        <li key={videoId}>
          <bdi>{title || videoId}</bdi>
          <small>
            {[
              publishedAt !== null && formatShortDate(publishedAt, language),
              ...COUNTERS.map((counter) => {
                const value = counters[counter]
                const written = value === null ? statistics.unknown : formatNumber(value, language)
                return `${statistics.counters[counter]}\u00a0${written}`
              }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ol>
  )
}
