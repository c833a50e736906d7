import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ContactMark, Subscribers } from './ChannelFacts.tsx'
import { type Column, COLUMNS, type LocalOrder, SERVER_SORTS, useColumns, useLocalOrder } from './columns.ts'
import { useOriginNames } from './countries.ts'
import styles from './ResultTable.module.css'
import type { Sort } from './search-address.ts'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'

interface ResultTableProps {
  readonly channels: readonly Channel[]
  /** The channel on the card. */
  readonly chosenId: string
  readonly sort: Sort
  readonly hasMore: boolean
  /** The rows are from another search than the current one: for viewing only. */
  readonly isOutdated: boolean
  readonly onChoose: (channel: Channel) => void
  readonly onSort: (sort: Sort) => void
}

/**
 * The results as a table, on narrow screens as cards. Columns that the server can order by order the whole result; the
 * others, and the opposite direction, order the channels that have loaded.
 */
export function ResultTable(props: ResultTableProps) {
  const { channels, chosenId, sort, hasMore, isOutdated, onChoose, onSort } = props
  const { search } = useTexts()
  const { language } = useLanguage()
  const [columns, choose] = useColumns()
  const [local, setLocal] = useState<LocalOrder | null>(null)
  const [lastSort, setLastSort] = useState(sort)
  if (sort !== lastSort) {
    setLastSort(sort)
    setLocal(null)
  }
  const order = useLocalOrder()
  const titleId = useId()
  const noteId = useId()
  const current = local ?? orderBy(sort)
  const press = (column: Column) => {
    const isSorted = current?.column === column
    const serverSort = SERVER_SORTS[column]
    if (serverSort === undefined) {
      setLocal({ column, isDescending: isSorted && !current.isDescending })
    } else if (isSorted && current.isDescending) {
      setLocal({ column, isDescending: false })
    } else {
      setLocal(null)
      if (sort !== serverSort) onSort(serverSort)
    }
  }
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Head titleId={titleId} columns={columns} onChoose={choose} />
      <p id={noteId} className={styles.note} role="status">
        {local !== null && hasMore && search.sortedShown(formatNumber(channels.length, language))}
      </p>
      <div className={styles.frame}>
        <table className={styles.table} aria-labelledby={titleId} aria-describedby={noteId}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={styles[column]}
                  aria-sort={
                    current?.column !== column ? undefined : current.isDescending ? 'descending' : 'ascending'
                  }
                >
                  <button type="button" className={styles.sort} onClick={() => press(column)}>
                    {search.columnTitles[column]}
                    <Icon name="down" size="small" />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody inert={isOutdated}>
            {(local === null ? channels : order(channels, local)).map((channel) => (
              <tr
                key={channel.channelId}
                data-channel={channel.channelId}
                aria-current={channel.channelId === chosenId || undefined}
              >
                {columns.map((column) => (
                  <Cell key={column} column={column} channel={channel} onChoose={onChoose} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The column that the server's order shows in, if any. */
function orderBy(sort: Sort): LocalOrder | null {
  const column = COLUMNS.find((known) => SERVER_SORTS[known] === sort)
  return column === undefined ? null : { column, isDescending: true }
}

interface CellProps {
  readonly column: Column
  readonly channel: Channel
  readonly onChoose: (channel: Channel) => void
}

function Cell({ column, channel, onChoose }: CellProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  if (column === 'name') {
    return (
      <th scope="row" className={styles.name}>
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
  const contents: Readonly<Record<Exclude<Column, 'name'>, ReactNode>> = {
    contact: <ContactMark isKnown={channel.hasContact} isShort />,
    subscribers: <Subscribers count={channel.subsCount} hasUnit={false} />,
    country: origins.country(channel.country),
    language: origins.language(channel.language),
    types: values.types(channel.content_type),
    audiences: values.audiences(channel.targetAudience),
    lastUpload: channel.lastUploadAt === null ? null : formatShortDate(channel.lastUploadAt, language),
  }
  return (
    <td className={styles[column]}>
      <span className={styles.label}>{search.columnTitles[column]}</span>
      <span className={classNames(styles.value, contents[column] === null && styles.unknown)}>
        {contents[column] ?? search.unknown}
      </span>
    </td>
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
            {search.columnTitles[column]}
          </CheckBox>
        ))}
      </div>
    </>
  )
}
