// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes cards of its rows.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ContactMark, Subscribers } from './ChannelFacts.tsx'
import { type Column, COLUMNS, type TableOrder, useColumns, useColumnTitles, useOrdered } from './columns.ts'
import { useOriginNames } from './countries.ts'
import styles from './ResultTable.module.css'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'

interface ResultTableProps {
  readonly channels: readonly Channel[]
  /** The channel on the card. */
  readonly chosenId: string
  readonly order: TableOrder
  readonly hasMore: boolean
  /** The rows are from another search than the current one: for viewing only. */
  readonly isOutdated: boolean
  readonly onChoose: (channel: Channel) => void
}

/** The results as a table, on narrow screens as cards. */
export function ResultTable({ channels, chosenId, order, hasMore, isOutdated, onChoose }: ResultTableProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const [columns, choose] = useColumns()
  const titles = useColumnTitles()
  const contents = useContents()
  const rows = useOrdered(channels, order.local)
  const titleId = useId()
  const noteId = useId()
  const { local, current } = order
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Head titleId={titleId} columns={columns} onChoose={choose} />
      <p id={noteId} className={styles.note} role="status">
        {local !== null && hasMore && search.sortedShown(formatNumber(channels.length, language))}
      </p>
      <div className={styles.frame}>
        <table className={styles.table} role="table" aria-labelledby={titleId} aria-describedby={noteId}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  role="columnheader"
                  className={styles[column]}
                  aria-sort={
                    current?.column !== column ? undefined : current.isDescending ? 'descending' : 'ascending'
                  }
                >
                  <button type="button" className={styles.sort} onClick={() => order.press(column)}>
                    {titles[column]}
                    <Icon name={current?.column === column ? 'down' : 'upDown'} size="small" />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" inert={isOutdated}>
            {rows.map((channel) => (
              <tr
                key={channel.channelId}
                role="row"
                data-channel={channel.channelId}
                aria-current={channel.channelId === chosenId || undefined}
              >
                {columns.map((column) =>
                  column === 'name' ? (
                    <NameCell key={column} channel={channel} onChoose={onChoose} />
                  ) : (
                    <Cell key={column} column={column} content={contents[column](channel)} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type FactColumn = Exclude<Column, 'name'>

/** What each column shows of a channel; null when it is unknown. */
function useContents(): Readonly<Record<FactColumn, (channel: Channel) => ReactNode>> {
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  return {
    contact: ({ hasContact }) => <ContactMark isKnown={hasContact} isShort />,
    subscribers: ({ subsCount }) => <Subscribers count={subsCount} hasUnit={false} />,
    country: ({ country }) => origins.country(country),
    language: (channel) => origins.language(channel.language),
    types: ({ content_type }) => values.types(content_type),
    audiences: ({ targetAudience }) => values.audiences(targetAudience),
    lastUpload: ({ lastUploadAt }) =>
      lastUploadAt === null ? null : formatShortDate(lastUploadAt, language),
  }
}

interface NameCellProps {
  readonly channel: Channel
  readonly onChoose: (channel: Channel) => void
}

function NameCell({ channel, onChoose }: NameCellProps) {
  const { search } = useTexts()
  return (
    <th scope="row" role="rowheader" className={styles.name}>
      <span className={styles.channel}>
        <Thumbnail src={channel.thumbnail} name={channel.channel_name} size="small" />
        <button
          type="button"
          className={styles.choose}
          title={search.showChannel(channel.channel_name)}
          onClick={() => onChoose(channel)}
        >
          {channel.channel_name}
        </button>
      </span>
    </th>
  )
}

function Cell({ column, content }: { readonly column: FactColumn; readonly content: ReactNode }) {
  const { search } = useTexts()
  const titles = useColumnTitles()
  return (
    <td role="cell" className={styles[column]}>
      <span className={styles.label}>{titles[column]}</span>
      <span className={classNames(styles.value, content === null && styles.unknown)}>
        {content ?? search.unknown}
      </span>
    </td>
  )
}

/** Placeholders of rows, as high as loaded ones. */
export function ResultTableSkeleton({ rows }: { readonly rows: number }) {
  const [columns] = useColumns()
  return (
    <div className={styles.section} aria-hidden="true">
      <div className={styles.headPlace} />
      <div className={styles.frame}>
        <table className={styles.table} role="presentation">
          <tbody>
            {Array.from({ length: rows }, (_, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} className={styles[column]}>
                    {column === 'name' ? (
                      <span className={styles.channel}>
                        <Thumbnail src={null} name="" size="small" />
                        <Skeleton width="10rem" height="0.8em" />
                      </span>
                    ) : (
                      <Skeleton width="5rem" height="0.8em" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
