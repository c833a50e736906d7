// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes lines of its rows.
// oxlint-disable jsx-a11y/control-has-associated-label -- takes cells for controls.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ChannelMenu } from '#web/features/reveals/ChannelLinks.tsx'
import { useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate, formatNumber, formatShortDate, formatTimeSince } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ContactMark, ownershipOf, Subscribers, Terms } from './ChannelFacts.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import type { Choice } from './chosen-channels.ts'
import { type Column, COLUMNS, type TableOrder, useColumns, useColumnTitles, useOrdered } from './columns.ts'
import { useOriginNames } from './countries.ts'
import { directionOf, SortHeader } from './SortHeader.tsx'
import styles from './ResultTable.module.css'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'

interface ResultTableProps {
  readonly channels: readonly Channel[]
  /** The channel on the card; null while none is shown. */
  readonly shownId: string | null
  readonly order: TableOrder
  readonly choice: Choice
  readonly hasMore: boolean
  /** The rows are from another search than the current one: for viewing only. */
  readonly isOutdated: boolean
  readonly onShow: (channel: Channel) => void
}

/** The results as a table for comparing, on narrow screens as rows of two lines. */
export function ResultTable(props: ResultTableProps) {
  const { channels, shownId, order, choice, hasMore, isOutdated, onShow } = props
  const { search } = useTexts()
  const { language } = useLanguage()
  const [columns, chooseColumn] = useColumns()
  const titles = useColumnTitles()
  const found = choice.only ?? channels
  const contents = useContents(found)
  const rows = useOrdered(found, order.local)
  const titleId = useId()
  const noteId = useId()
  const { local, current } = order
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Head titleId={titleId} columns={columns} onChoose={chooseColumn} />
      <p id={noteId} className={styles.note} role="status">
        {choice.only !== null
          ? search.onlyChosen
          : local !== null && hasMore && search.sortedShown(formatNumber(channels.length, language))}
      </p>
      <table className={styles.table} role="table" aria-labelledby={titleId} aria-describedby={noteId}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className={styles.check}>
              <ChooseAll choice={choice} rows={rows} />
            </th>
            {columns.map((column) => (
              <SortHeader
                key={column}
                className={styles[column]}
                title={titles[column]}
                direction={directionOf(column, current)}
                onPress={() => order.press(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" inert={isOutdated}>
          {rows.map((channel) => (
            <tr
              key={channel.channelId}
              role="row"
              data-channel={channel.channelId}
              aria-current={channel.channelId === shownId || undefined}
            >
              <td role="cell" className={styles.check}>
                <CheckBox
                  checked={choice.has(channel)}
                  onChange={(event) => choice.set([channel], event.target.checked)}
                >
                  <VisuallyHidden>{search.chooseChannel(channel.channel_name)}</VisuallyHidden>
                </CheckBox>
              </td>
              {columns.map((column) =>
                column === 'name' ? (
                  <NameCell key={column} channel={channel} onShow={onShow} />
                ) : (
                  <td key={column} role="cell" className={styles[column]}>
                    {contents[column](channel) ?? <span className={styles.unknown}>{search.unknown}</span>}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ChosenBar choice={choice} />
    </section>
  )
}

type FactColumn = Exclude<Column, 'name'>

/** What each column shows of a channel; null when it is unknown. */
function useContents(
  channels: readonly Channel[],
): Readonly<Record<FactColumn, (channel: Channel) => ReactNode>> {
  const { search } = useTexts()
  const { language } = useLanguage()
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
  return {
    contact: (channel) => {
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
    subscribers: ({ subsCount }) => <Subscribers count={subsCount} hasUnit={false} />,
    country: (channel) => {
      const [country, spoken] = [origins.country(channel.country), origins.language(channel.language)]
      if (country === null && spoken === null) return null
      return (
        <>
          <span className={country === null ? styles.unknown : undefined}>{country ?? search.unknown}</span>
          {spoken !== null && <span className={styles.second}>{spoken}</span>}
        </>
      )
    },
    types: ({ content_type }) => values.types(content_type),
    audiences: ({ targetAudience }) => values.audiences(targetAudience),
    lastUpload: (channel) => {
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
  }
}

interface NameCellProps {
  readonly channel: Channel
  readonly onShow: (channel: Channel) => void
}

function NameCell({ channel, onShow }: NameCellProps) {
  const { search } = useTexts()
  return (
    <th scope="row" role="rowheader" className={styles.name}>
      <span className={styles.channel}>
        <Thumbnail src={channel.thumbnail} name={channel.channel_name} size="small" />
        <span className={styles.words}>
          <button
            type="button"
            className={styles.show}
            title={search.showChannel(channel.channel_name)}
            onClick={() => onShow(channel)}
          >
            {channel.channel_name}
          </button>
          <span className={styles.terms}>
            <Terms terms={channel.terms} />
          </span>
        </span>
        <span className={styles.links}>
          <ChannelMenu channel={channel} />
        </span>
      </span>
    </th>
  )
}

/** Chooses all rows, or none; in between while some of them are chosen. */
function ChooseAll({ choice, rows }: { readonly choice: Choice; readonly rows: readonly Channel[] }) {
  const { search } = useTexts()
  const count = rows.filter((channel) => choice.has(channel)).length
  const isAll = count === rows.length && count > 0
  return (
    <CheckBox
      checked={isAll}
      isMixed={count > 0 && !isAll}
      onChange={(event) => choice.set(rows, event.target.checked)}
    >
      <VisuallyHidden>{search.chooseAll}</VisuallyHidden>
    </CheckBox>
  )
}

/** Placeholders of rows, as high as loaded ones. */
export function ResultTableSkeleton({ rows }: { readonly rows: number }) {
  const [columns] = useColumns()
  return (
    <div className={styles.section} aria-hidden="true">
      <div className={styles.headPlace} />
      <table className={styles.table} role="presentation">
        <tbody>
          {Array.from({ length: rows }, (_, index) => (
            <tr key={index}>
              <td className={styles.check} />
              {columns.map((column) => (
                <td key={column} className={styles[column]}>
                  {column === 'name' ? (
                    <span className={styles.channel}>
                      <Thumbnail src={null} name="" size="small" />
                      <Skeleton width="8rem" height="0.8em" />
                    </span>
                  ) : (
                    <Skeleton width="4rem" height="0.8em" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
        <h2 id={titleId}>{search.found}</h2>
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
