import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Skeleton } from './Skeleton.tsx'
import styles from './EntryList.module.css'
import type { Pages } from '#web/kit/api/use-pages.ts'

/** One line of the list: what, when, how much. */
export interface Entry {
  readonly key: string | number
  readonly what: string
  readonly notes: readonly ReactNode[]
  readonly amount: string
  readonly isGain: boolean
}

interface EntryListProps<Item> {
  readonly pages: Pages<Item, unknown>
  readonly toEntry: (item: Item) => Entry
  readonly label: string
  readonly empty: string
  readonly failed: string
}

const PLACEHOLDERS = ['first', 'second', 'third']

/** A list of ledger entries or payments in all its states: loading, empty, failed, offline, with more to load. */
export function EntryList<Item>({ pages, toEntry, label, empty, failed }: EntryListProps<Item>) {
  const { uses, common } = useTexts()
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = pages
  return (
    <>
      {items === null && error === null && <Placeholders />}
      {items?.length === 0 && <p className={styles.note}>{empty}</p>}
      {items !== null && items.length > 0 && (
        <ul className={styles.list} aria-label={label}>
          {items.map(toEntry).map(({ key, what, notes, amount, isGain }) => (
            <li key={key} className={styles.entry}>
              <span className={styles.what}>{what}</span>
              <span className={classNames(styles.amount, isGain && styles.gain)}>{amount}</span>
              <span className={styles.notes}>
                {notes.map((note, place) => (
                  // A line's notes have no key but their position.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={place}>{note}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {error !== null && (
        <div className={styles.failure} role="alert">
          <p>
            <Icon name={error.code === 'offline' ? 'offline' : 'info'} />
            {error.code === 'offline' ? common.offline : failed}
          </p>
          <Button size="small" onClick={retry}>
            {common.retry}
          </Button>
        </div>
      )}
      {hasMore && error === null && (
        <div>
          <Button size="small" isBusy={isLoadingMore} onClick={loadMore}>
            {uses.history.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** Placeholders of lines that are loading, each as high as a line. */
function Placeholders() {
  const { common } = useTexts()
  return (
    <ul className={styles.list} role="status" aria-label={common.loading}>
      {PLACEHOLDERS.map((place) => (
        <li key={place} className={styles.entry} aria-hidden="true">
          <span className={styles.what}>
            <Skeleton width="60%" />
          </span>
          <span className={styles.amount}>
            <Skeleton width="2ch" />
          </span>
          <span className={styles.notes}>
            <Skeleton width="30%" />
          </span>
        </li>
      ))}
    </ul>
  )
}
