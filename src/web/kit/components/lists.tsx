import type { ReactNode, Ref } from 'react'
import type { Pages } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { Elements } from './elements.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { classNames } from './class-names.ts'
import styles from './lists.module.css'
import { Skeleton } from './states.tsx'

interface RowsProps {
  readonly isBusy?: boolean
  /** Their order tells something. */
  readonly isOrdered?: boolean
  readonly children: ReactNode
}

/** A list of items with actions. */
export function Rows({ isBusy, isOrdered = false, children }: RowsProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={styles.rows} aria-busy={isBusy}>
      {children}
    </List>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly details?: ReactNode
  readonly label?: string
  /** The item's actions. */
  readonly children?: Elements
}

export function Row({ name, details, label, children }: RowProps) {
  return (
    <li className={styles.row} aria-label={label}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {details !== undefined && <span className={styles.details}>{details}</span>}
      </span>
      {children}
    </li>
  )
}

/** One line of the list: what, when, how much. */
interface Entry {
  readonly key: string | number
  readonly what: string
  readonly notes: readonly ReactNode[]
  readonly amount: string
  readonly isGain: boolean
  /** What the line shows when it is opened; a line without it does not open. */
  readonly inside?: ReactNode
}

interface EntryListProps<Item> {
  readonly pages: Pages<Item, unknown>
  readonly toEntry: (item: Item) => Entry
  readonly label: string
  readonly empty: string
  readonly failed: string
  /** Label of the button that loads the next page. */
  readonly more: string
}

const PLACEHOLDERS = ['first', 'second', 'third']

/** A list of ledger entries or payments in all its states: loading, empty, failed, offline, with more to load. */
export function EntryList<Item>({ pages, toEntry, label, empty, failed, more }: EntryListProps<Item>) {
  const { common } = useTexts()
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = pages
  return (
    <>
      {items === null && error === null && <Placeholders />}
      {items?.length === 0 && <p className={styles.empty}>{empty}</p>}
      {items !== null && items.length > 0 && (
        <ul className={styles.entries} aria-label={label}>
          {items.map(toEntry).map(({ key, inside, ...line }) =>
            inside === undefined ? (
              <li key={key} className={styles.entry}>
                <Line {...line} />
              </li>
            ) : (
              <li key={key} className={styles.opening}>
                <details>
                  <summary className={styles.entry}>
                    <Line {...line} mark={<Icon name="down" size="small" />} />
                  </summary>
                  <div className={styles.inside}>{inside}</div>
                </details>
              </li>
            ),
          )}
        </ul>
      )}
      {error !== null && (
        <div className={styles.failure} role="alert">
          <p>
            <Icon name={error.code === 'offline' ? 'offline' : 'problem'} />
            <span>{error.code === 'offline' ? common.offline : failed}</span>
          </p>
          <Button size="small" onClick={retry}>
            {common.retry}
          </Button>
        </div>
      )}
      {hasMore && error === null && (
        <div>
          <Button size="small" isBusy={isLoadingMore} onClick={loadMore}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}

interface LineProps extends Pick<Entry, 'what' | 'notes' | 'amount' | 'isGain'> {
  readonly mark?: Elements
}

function Line({ what, notes, amount, isGain, mark }: LineProps) {
  return (
    <>
      <span className={styles.name}>
        <span>{what}</span>
        {mark}
      </span>
      <span className={classNames(styles.amount, isGain && styles.gain)}>{amount}</span>
      <span className={styles.details}>
        {notes.map((note, place) => (
          // A line's notes have no key but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place}>{note}</span>
        ))}
      </span>
    </>
  )
}

interface DisclosureProps {
  readonly ref?: Ref<HTMLElement>
  readonly summary: string
  readonly children: Elements
}

/** What few people look for, behind a line that opens it. */
export function Disclosure({ ref, summary, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure}>
      <summary ref={ref}>
        <span>{summary}</span>
        <Icon name="down" size="small" />
      </summary>
      {children}
    </details>
  )
}

interface FactsProps {
  /** Values below their names, or amounts at the line's end; by default small values beside their names, or normal ones. */
  readonly look?: 'below' | 'amounts' | 'normal'
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode])[]
}

/** Names and values, a pair in each line; one above the other where there is no room. */
export function Facts({ look, facts }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, look && styles[look])}>
      {facts.map(([name, value], place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their places.
        <div key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Placeholders of lines that are loading, each as high as a line. */
function Placeholders() {
  const { common } = useTexts()
  return (
    <ul className={styles.entries} role="status" aria-label={common.loading}>
      {PLACEHOLDERS.map((place) => (
        <li key={place} className={styles.entry} aria-hidden="true">
          <span className={styles.name}>
            <Skeleton width="60%" />
          </span>
          <span className={styles.amount}>
            <Skeleton width="2ch" />
          </span>
          <span className={styles.details}>
            <Skeleton width="30%" />
          </span>
        </li>
      ))}
    </ul>
  )
}
