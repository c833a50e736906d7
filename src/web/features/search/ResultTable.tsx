import { Heading } from '#web/kit/components/layout.tsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ChannelMenu } from '#web/features/reveals/ChannelLinks.tsx'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { formatDate, formatNumber, formatShortDate, formatTimeSince } from '#web/kit/formats/format.ts'
import { useOrderedRows } from '#web/kit/table/order.ts'
import { type Column as TableColumn, Table } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ContactMark, ownershipOf, Subscribers, Terms } from './ChannelFacts.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { type Choice, useTakingAll } from './chosen-channels.ts'
import { type Column, COLUMNS, type TableOrder, useColumns, useColumnTitles } from './columns.ts'
import { useOriginNames } from './countries.ts'
import styles from './ResultTable.module.css'
import { useValueNames } from './use-filter-text.ts'
import type { Channel, Results } from './use-results.ts'

interface ResultTableProps {
  readonly results: Results
  /** The channel on the card; null while none is shown. */
  readonly shownId: string | null
  readonly order: TableOrder
  readonly choice: Choice
  /** Loads so many pages. */
  readonly onPages: (pages: number) => void
  /** The rows are from another search than the current one: for viewing only. */
  readonly isOutdated: boolean
  readonly onShow: (channel: Channel) => void
}

/** The results as a table for comparing, on narrow screens as rows of two lines. */
export function ResultTable(props: ResultTableProps) {
  const { results, shownId, order, choice, onPages, isOutdated, onShow } = props
  const { channels, hasMore } = results
  const { search } = useTexts()
  const { language } = useLanguage()
  const [shown, chooseColumn] = useColumns()
  const columns = useTableColumns(channels, onShow)
  const { local, current, press } = order
  const rows = useOrderedRows(channels, columns, local)
  const titleId = useId()
  const noteId = useId()
  const all = useTakingAll(choice, results, onPages)
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Head titleId={titleId} columns={shown} onChoose={chooseColumn} />
      <p id={noteId} className={styles.note} role="status">
        {local !== null && hasMore && search.sortedShown(formatNumber(channels.length, language))}
      </p>
      <Table
        className={styles.table}
        aria-labelledby={titleId}
        aria-describedby={noteId}
        columns={columns.filter(({ id }) => shown.includes(id))}
        rows={rows}
        keyOf={keyOf}
        rowProps={({ channelId }) => ({
          'data-channel': channelId,
          'aria-current': channelId === shownId || undefined,
        })}
        rowHeight={ROW_HEIGHT}
        unknown={search.unknown}
        order={current}
        onOrder={press}
        selection={{
          ...choice,
          labelOf: ({ channel_name }) => search.chooseChannel(channel_name),
          labelOfAll: search.chooseAll,
        }}
        isInert={isOutdated}
      />
      <ChosenBar choice={choice} all={all} />
    </section>
  )
}

const keyOf = ({ channelId }: Channel) => channelId
const ROW_HEIGHT = [49, 77] as const

/** All columns: what each shows of a channel, and what it orders channels by. */
function useTableColumns(
  channels: readonly Channel[],
  onShow: (channel: Channel) => void,
): readonly TableColumn<Channel, Column>[] {
  const { search } = useTexts()
  const { language } = useLanguage()
  const titles = useColumnTitles()
  const values = useValueNames()
  const origins = useOriginNames()
  const [now] = useState(() => Date.now())
  const uploadsOf = useUploads()
  const inactivityOf = useInactivity()
  const { records: owned } = useOwnedRecords(channels.map(({ channelId }) => channelId))
  const since = (instant: string, what = '') => (
    <time dateTime={instant} title={`${what} ${formatDate(instant, language)}`.trim()}>
      {formatTimeSince(instant, now, language)}
    </time>
  )
  const columns: Readonly<Record<Column, Omit<TableColumn<Channel>, 'id' | 'title'>>> = {
    name: {
      rank: ({ channel_name }) => channel_name,
      isRowHeader: true,
      placeholder: <ChannelFace channel={null} className={styles.channel} />,
      cell: (channel) => (
        <ChannelFace
          channel={channel}
          className={styles.channel}
          coversRow
          name={
            <button
              type="button"
              title={search.showChannel(channel.channel_name)}
              onClick={() => onShow(channel)}
            >
              {channel.channel_name}
            </button>
          }
          actions={
            <span className={styles.links}>
              <ChannelMenu channel={channel} />
            </span>
          }
        >
          <span className={styles.terms}>
            <Terms terms={channel.terms} />
          </span>
        </ChannelFace>
      ),
    },
    subscribers: {
      rank: ({ subsCount }) => subsCount,
      cell: ({ subsCount }) => <Subscribers count={subsCount} hasUnit={false} />,
    },
    types: {
      rank: ({ content_type }) => values.types(content_type),
      cell: ({ content_type }) => values.types(content_type),
    },
    audiences: {
      rank: ({ targetAudience }) => values.audiences(targetAudience),
      cell: ({ targetAudience }) => values.audiences(targetAudience),
    },
    country: {
      rank: ({ country }) => origins.country(country),
      cell: (channel) => {
        const [country, spoken] = [origins.country(channel.country), origins.language(channel.language)]
        if (country === null && spoken === null) return null
        return (
          <>
            <span className={country === null ? styles.unknown : undefined}>{country ?? search.unknown}</span>
            {spoken !== null && <span className={styles.second}>{spoken}</span>}
          </>
        )
      },
    },
    lastUpload: {
      rank: ({ lastUploadAt }) => (lastUploadAt === null ? null : Date.parse(lastUploadAt)),
      cell: (channel) => {
        const { lastUploadAt } = uploadsOf(channel)
        const inactivity = inactivityOf(channel)
        if (lastUploadAt === null) return null
        if (inactivity === null) return since(lastUploadAt)
        const { isCheckOld, text, detail } = inactivity
        const date = formatShortDate(lastUploadAt, language)
        return (
          <>
            <span className={styles.inactive}>{isCheckOld ? date : text}</span>
            <span className={styles.second}>{isCheckOld ? detail : date}</span>
          </>
        )
      },
    },
    contact: {
      // Those with a contact first.
      rank: ({ hasContact }) => (hasContact ? 0 : 1),
      cell: (channel) => {
        const { channelId, hasContact, contactSeenAt } = channel
        const record = owned.get(channelId)
        return (
          <>
            <ContactMark channel={channel} isShort ownership={ownershipOf(record)} />
            {hasContact && contactSeenAt !== null && record?.email !== null && (
              <span className={styles.second}>{since(contactSeenAt, search.seen)}</span>
            )}
          </>
        )
      },
    },
  }
  return COLUMNS.map((id) => ({
    placeholder: <Skeleton width="4rem" height="0.8em" />,
    ...columns[id],
    id,
    title: titles[id],
    className: styles[id],
  }))
}

/** Placeholders of the table, as high as it. */
export function ResultTableSkeleton({ rows }: { readonly rows: number }) {
  const [shown] = useColumns()
  const columns = useTableColumns(NONE, () => null)
  return (
    <div className={styles.section} aria-hidden="true" inert>
      <div className={styles.head} />
      <Table
        className={styles.table}
        columns={columns.filter(({ id }) => shown.includes(id))}
        rows={null}
        expected={rows}
        keyOf={keyOf}
      />
    </div>
  )
}

const NONE: readonly Channel[] = []

interface HeadProps {
  readonly titleId: string
  readonly columns: readonly Column[]
  readonly onChoose: (column: Column, isShown: boolean) => void
}

/** The table's heading, and the choice of its columns. */
function Head({ titleId, columns, onChoose }: HeadProps) {
  const { search } = useTexts()
  const titles = useColumnTitles()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const closeByEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <>
      <div className={styles.head}>
        <Heading id={titleId} isSmall>
          {search.found}
        </Heading>
        <Button
          ref={toggle}
          size="small"
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={closeByEscape}
        >
          {search.columns}
        </Button>
      </div>
      <div id={listId} className={styles.columns} role="group" aria-label={search.columns} hidden={!isOpen}>
        {COLUMNS.filter((column) => column !== 'name').map((column) => (
          <CheckBox
            key={column}
            checked={columns.includes(column)}
            onChange={(event) => onChoose(column, event.target.checked)}
            onKeyDown={closeByEscape}
          >
            {titles[column]}
          </CheckBox>
        ))}
      </div>
    </>
  )
}
