import { ChannelMenu } from '#web/features/reveals/ChannelLinks.tsx'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { ContactMark, ownershipOf, Subscribers } from '#web/features/search/ChannelFacts.tsx'
import { useOriginNames } from '#web/features/search/countries.ts'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatCompact, formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { nextOrder, type Order, type Rank } from '#web/kit/table/order.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'
import type { ReactNode } from 'react'
import styles from './SeedTable.module.css'
import type { Seed, SeedChannel } from './use-seeds.ts'

type ColumnId = 'line' | 'channel' | 'subscribers' | 'types' | 'country' | 'lastUpload' | 'contact' | 'links'

/** An order of the table other than the list's own. */
export type SeedOrder = Order<ColumnId>

/** Letters of a line that may not fit into its cell. */
const LONG_LINE = 60

/** The columns whose large values come first. */
const DESCENDING: readonly ColumnId[] = ['subscribers', 'lastUpload']

type Pick = (line: string, channelId: string) => void

/** The columns: what each shows of a line and its channel, and what it orders lines by. Those without a channel come last. */
export function useSeedColumns(seeds: readonly Seed[], onPick: Pick): readonly Column<Seed, ColumnId>[] {
  const { seeds: texts, search } = useTexts()
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  const uploadsOf = useUploads()
  const inactivityOf = useInactivity()
  const { records: owned } = useOwnedRecords(seeds.flatMap(({ channel }) => channel?.channelId ?? []))
  const unknown = <span className={styles.unknown}>{search.unknown}</span>
  /** A fact of the channel; without a channel nothing is seen. */
  const fact = (
    id: ColumnId,
    title: string,
    cell: (channel: SeedChannel) => ReactNode,
    rank?: (channel: SeedChannel) => Rank,
  ): Column<Seed, ColumnId> => ({
    id,
    title,
    className: styles[id],
    cell: ({ channel }) =>
      channel === null ? <VisuallyHidden>{search.unknown}</VisuallyHidden> : cell(channel),
    placeholder: <Skeleton width="4rem" height="0.8em" />,
    ...(rank !== undefined && { rank: ({ channel }) => (channel === null ? null : rank(channel)) }),
  })
  return [
    {
      id: 'line',
      title: texts.columns.line,
      className: styles.line,
      isRowHeader: true,
      cell: ({ line }) => <bdi title={line.length > LONG_LINE ? line : undefined}>{line}</bdi>,
      rank: ({ line }) => line,
      placeholder: <Skeleton width="9rem" height="0.8em" />,
    },
    {
      id: 'channel',
      title: texts.columns.channel_name,
      className: styles.channel,
      cell: (seed) => <ChannelCell seed={seed} onPick={onPick} />,
      rank: ({ channel }) => channel?.channel_name ?? null,
      placeholder: <ChannelFace channel={null} className={styles.found} />,
    },
    fact(
      'subscribers',
      texts.columns.subsCount,
      ({ subsCount }) => <Subscribers count={subsCount} hasUnit={false} />,
      ({ subsCount }) => subsCount,
    ),
    fact(
      'types',
      texts.columns.content_type,
      ({ content_type }) => values.types(content_type) ?? unknown,
      ({ content_type }) => values.types(content_type),
    ),
    fact(
      'country',
      search.columnTitles.country,
      (channel) => {
        const spoken = origins.language(channel.language)
        return (
          <>
            <span>{origins.country(channel.country) ?? unknown}</span>
            {spoken !== null && <span className={styles.second}>{spoken}</span>}
          </>
        )
      },
      ({ country }) => origins.country(country),
    ),
    fact(
      'lastUpload',
      texts.columns.lastUploadAt,
      (channel) => {
        const { lastUploadAt } = uploadsOf(channel)
        const inactivity = inactivityOf(channel)
        return (
          <>
            <span>{lastUploadAt === null ? unknown : formatShortDate(lastUploadAt, language)}</span>
            {inactivity !== null && (
              <span className={styles.inactive}>
                {inactivity.isCheckOld ? inactivity.detail : inactivity.text}
              </span>
            )}
          </>
        )
      },
      (channel) => {
        const { lastUploadAt } = uploadsOf(channel)
        return lastUploadAt === null ? null : Date.parse(lastUploadAt)
      },
    ),
    fact(
      'contact',
      texts.columns.hasContact,
      (channel) => (
        <ContactMark channel={channel} isShort ownership={ownershipOf(owned.get(channel.channelId))} />
      ),
      ({ hasContact }) => (hasContact ? 0 : 1),
    ),
    { ...fact('links', texts.links, (channel) => <ChannelMenu channel={channel} />), isTitleHidden: true },
  ]
}

const keyOf = ({ line }: Seed) => line

interface SeedTableProps {
  readonly columns: readonly Column<Seed, ColumnId>[]
  /** Null while they are being looked up. */
  readonly seeds: readonly Seed[] | null
  readonly expected?: number
  /** Null for the list's own order. */
  readonly order: SeedOrder | null
  readonly onOrder: (order: SeedOrder | null) => void
}

/** The lines of a list with their channels, to compare; on narrow screens as rows of a few lines. */
export function SeedTable({ columns, seeds, expected, order, onOrder }: SeedTableProps) {
  const { seeds: texts } = useTexts()
  return (
    <Table
      className={styles.table}
      aria-label={texts.results}
      columns={columns}
      rows={seeds}
      {...(expected !== undefined && { expected })}
      keyOf={keyOf}
      rowProps={({ state, channel }) => ({
        'data-seed': state,
        className: channel === null ? styles.without : undefined,
      })}
      order={order}
      onOrder={(column) => onOrder(nextOrder(order, column, DESCENDING.includes(column)))}
    />
  )
}

interface ChannelCellProps {
  readonly seed: Seed
  readonly onPick: Pick
}

/** The channel of a line, the choice among several, or why there is none. */
function ChannelCell({ seed, onPick }: ChannelCellProps) {
  const { line, state, channel, problem } = seed
  return (
    <>
      {channel !== null && (
        <ChannelFace
          channel={channel}
          className={styles.found}
          name={<ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
        />
      )}
      {state === 'ambiguous' && <Candidates seed={seed} onPick={onPick} />}
      {state === 'unknown' && <NotFound line={line} problem={problem} />}
    </>
  )
}

/** The channels that are offered for a line: one to be confirmed, or several to choose from. */
function Candidates({ seed, onPick }: ChannelCellProps) {
  const { line, channels, channel } = seed
  const { seeds: texts, search } = useTexts()
  const { language } = useLanguage()
  const origins = useOriginNames()
  const describe = ({ channel_name, subsCount, country }: SeedChannel) =>
    [
      channel_name,
      subsCount === null ? search.subscribersHidden : formatCompact(subsCount, language),
      origins.country(country),
    ]
      .filter((fact) => fact !== null)
      .join(', ')
  const [single] = channels
  if (single !== undefined && channels.length === 1) {
    const isChosen = channel !== null
    return (
      <span className={styles.single}>
        {!isChosen && <span>{texts.single(describe(single))}</span>}
        {/* The same button, so that it keeps the focus. */}
        <Button
          size="small"
          look={isChosen ? 'quiet' : 'outline'}
          aria-label={(isChosen ? texts.takeBackOf : texts.acceptOf)(single.channel_name, line)}
          onClick={() => onPick(line, isChosen ? '' : single.channelId)}
        >
          {isChosen ? texts.takeBack : texts.accept}
        </Button>
      </span>
    )
  }
  return (
    <span className={styles.candidates}>
      <select
        aria-label={texts.choose(line)}
        value={channel?.channelId ?? ''}
        onChange={(event) => onPick(line, event.target.value)}
      >
        <option value="">{texts.several(channels.length, formatNumber(channels.length, language))}</option>
        {channels.map((candidate) => (
          <option key={candidate.channelId} value={candidate.channelId}>
            {describe(candidate)}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </span>
  )
}

function NotFound({ line, problem }: { readonly line: string; readonly problem: Seed['problem'] }) {
  const { seeds: texts } = useTexts()
  if (problem !== null) return <span className={styles.unknown}>{texts.problems[problem]}</span>
  const isSearchable = line.length <= SEARCH_TEXT_MAX && !line.includes('/')
  return (
    <span className={styles.unknown}>
      <span>{`${texts.unknown} `}</span>
      {isSearchable && (
        <PageLink page="search" search={`?${new URLSearchParams({ q: line })}`}>
          <span>{texts.search}</span>
          <VisuallyHidden>{` (${line})`}</VisuallyHidden>
        </PageLink>
      )}
    </span>
  )
}

/** Placeholders of the table, as high as it. */
export function SeedTableSkeleton({ rows }: { readonly rows: number }) {
  const { common } = useTexts()
  const columns = useSeedColumns(NONE, () => null)
  return (
    <div role="status" aria-label={common.loading}>
      <div aria-hidden="true" inert>
        <SeedTable columns={columns} seeds={null} expected={rows} order={null} onOrder={() => null} />
      </div>
    </div>
  )
}

const NONE: readonly Seed[] = []
