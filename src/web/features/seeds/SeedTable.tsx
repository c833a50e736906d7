// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes lines of its rows.
import { ChannelMenu } from '#web/features/reveals/ChannelLinks.tsx'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { ContactMark, ownershipOf, Subscribers } from '#web/features/search/ChannelFacts.tsx'
import { orderChannels, type Rank } from '#web/features/search/columns.ts'
import { useOriginNames } from '#web/features/search/countries.ts'
import { directionOf, SortHeader } from '#web/features/search/SortHeader.tsx'
import { useValueNames } from '#web/features/search/use-filter-text.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatCompact, formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'
import styles from './SeedTable.module.css'
import type { Seed, SeedChannel } from './use-seeds.ts'

const COLUMNS = ['line', 'channel', 'subscribers', 'types', 'country', 'lastUpload', 'contact'] as const
type SeedColumn = (typeof COLUMNS)[number]

/** Letters of a line that may not fit into its cell. */
const LONG_LINE = 60

/** The columns whose large values come first. */
const DESCENDING: readonly SeedColumn[] = ['subscribers', 'lastUpload']

/** An order of the table other than the list's own. */
export interface SeedOrder {
  readonly column: SeedColumn
  readonly isDescending: boolean
}

/** The lines in the order of a column; those without a channel come last. */
export function useOrderedSeeds(seeds: readonly Seed[], order: SeedOrder | null): readonly Seed[] {
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  const uploadsOf = useUploads()
  const ranks: Readonly<Record<Exclude<SeedColumn, 'line'>, (channel: SeedChannel) => Rank>> = {
    channel: ({ channel_name }) => channel_name,
    subscribers: ({ subsCount }) => subsCount,
    types: ({ content_type }) => values.types(content_type),
    country: ({ country }) => origins.country(country),
    lastUpload: (channel) => {
      const { lastUploadAt } = uploadsOf(channel)
      return lastUploadAt === null ? null : Date.parse(lastUploadAt)
    },
    contact: ({ hasContact }) => (hasContact ? 0 : 1),
  }
  if (order === null) return seeds
  const { column, isDescending } = order
  const rankOf = ({ line, channel }: Seed): Rank =>
    column === 'line' ? line : channel === null ? null : ranks[column](channel)
  return orderChannels(seeds, rankOf, { isDescending, language })
}

interface SeedTableProps {
  readonly seeds: readonly Seed[]
  /** Null for the list's own order. */
  readonly order: SeedOrder | null
  readonly onOrder: (order: SeedOrder | null) => void
  readonly onPick: (line: string, channelId: string) => void
}

/** The lines of a list with their channels, to compare; on narrow screens as rows of a few lines. */
export function SeedTable({ seeds, order, onOrder, onPick }: SeedTableProps) {
  const { seeds: texts } = useTexts()
  const titles = useTitles()
  const { records: owned } = useOwnedRecords(seeds.flatMap(({ channel }) => channel?.channelId ?? []))
  /** One way, the other way, and back to the list's own order. */
  const press = (column: SeedColumn) => {
    const isFirst = DESCENDING.includes(column)
    if (order?.column !== column) onOrder({ column, isDescending: isFirst })
    else onOrder(order.isDescending === isFirst ? { column, isDescending: !isFirst } : null)
  }
  return (
    <table className={styles.table} role="table" aria-label={texts.results}>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <SortHeader
              key={column}
              className={styles[column]}
              title={titles[column]}
              direction={directionOf(column, order)}
              onPress={() => press(column)}
            />
          ))}
          <th scope="col" role="columnheader" className={styles.links}>
            <VisuallyHidden>{texts.links}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {seeds.map((seed) => (
          <tr key={seed.line} role="row" data-seed={seed.state}>
            <th scope="row" role="rowheader" className={styles.line}>
              <bdi title={seed.line.length > LONG_LINE ? seed.line : undefined}>{seed.line}</bdi>
            </th>
            <ChannelCell seed={seed} onPick={onPick} />
            <Facts channel={seed.channel} ownership={ownershipOf(owned.get(seed.channel?.channelId ?? ''))} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useTitles(): Readonly<Record<SeedColumn, string>> {
  const { seeds, search } = useTexts()
  const { columns } = seeds
  return {
    line: columns.line,
    channel: columns.channel_name,
    subscribers: columns.subsCount,
    types: columns.content_type,
    country: search.columnTitles.country,
    lastUpload: columns.lastUploadAt,
    contact: columns.hasContact,
  }
}

interface ChannelCellProps extends Pick<SeedTableProps, 'onPick'> {
  readonly seed: Seed
}

/** The channel of a line, the choice among several, or why there is none. */
function ChannelCell({ seed, onPick }: ChannelCellProps) {
  const { line, state, channel, problem } = seed
  return (
    <td role="cell" className={styles.channel}>
      {channel !== null && (
        <span className={styles.found}>
          <Thumbnail src={channel.thumbnail} name={channel.channel_name} size="small" />
          <ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>
        </span>
      )}
      {state === 'ambiguous' && <Candidates seed={seed} onPick={onPick} />}
      {state === 'unknown' && <NotFound line={line} problem={problem} />}
    </td>
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

function NotFound({ line, problem }: Pick<Seed, 'line' | 'problem'>) {
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

interface FactsProps {
  readonly channel: SeedChannel | null
  readonly ownership: ReturnType<typeof ownershipOf>
}

/** What is known of the channel; nothing while there is none. */
function Facts({ channel, ownership }: FactsProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  const uploadsOf = useUploads()
  const inactivityOf = useInactivity()
  const unknown = <span className={styles.unknown}>{search.unknown}</span>
  if (channel === null) {
    return (
      <td role="cell" className={styles.nothing} colSpan={COLUMNS.length - 1}>
        <VisuallyHidden>{search.unknown}</VisuallyHidden>
      </td>
    )
  }
  const spoken = origins.language(channel.language)
  const { lastUploadAt } = uploadsOf(channel)
  const inactivity = inactivityOf(channel)
  return (
    <>
      <td role="cell" className={styles.subscribers}>
        <Subscribers count={channel.subsCount} hasUnit={false} />
      </td>
      <td role="cell" className={styles.types}>
        {values.types(channel.content_type) ?? unknown}
      </td>
      <td role="cell" className={styles.country}>
        <span>{origins.country(channel.country) ?? unknown}</span>
        {spoken !== null && <span className={styles.second}>{spoken}</span>}
      </td>
      <td role="cell" className={styles.lastUpload}>
        <span>{lastUploadAt === null ? unknown : formatShortDate(lastUploadAt, language)}</span>
        {inactivity !== null && (
          <span className={styles.inactive}>
            {inactivity.isCheckOld ? inactivity.detail : inactivity.text}
          </span>
        )}
      </td>
      <td role="cell" className={styles.contact}>
        <ContactMark channel={channel} isShort ownership={ownership} />
      </td>
      <td role="cell" className={styles.links}>
        <ChannelMenu channel={channel} />
      </td>
    </>
  )
}

/** Placeholders of rows, as high as loaded ones. */
export function SeedTableSkeleton({ rows }: { readonly rows: number }) {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <table className={styles.table} role="presentation" aria-hidden="true">
        <tbody>
          {Array.from({ length: rows }, (_, index) => (
            <tr key={index}>
              <th className={styles.line}>
                <Skeleton width="9rem" height="0.8em" />
              </th>
              <td className={styles.channel}>
                <span className={styles.found}>
                  <Thumbnail src={null} name="" size="small" />
                  <Skeleton width="9rem" height="0.8em" />
                </span>
              </td>
              <td className={styles.nothing} colSpan={COLUMNS.length - 1}>
                <Skeleton width="60%" height="0.8em" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
