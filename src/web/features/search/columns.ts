import { useState } from 'react'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useOriginNames } from './countries.ts'
import { browserSeed } from './mix-seed.ts'
import type { Group, Search, Sort } from './search-address.ts'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'
import { writeSearch } from './write-search.ts'
import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

/** The columns of the table of results; the name is always shown. */
export const COLUMNS = [
  'name',
  'subscribers',
  'types',
  'audiences',
  'country',
  'lastUpload',
  'contact',
] as const
export type Column = (typeof COLUMNS)[number]

/** Columns by which the server orders the whole result of a group, descending. */
export const SERVER_SORTS: Readonly<Record<Group, Partial<Readonly<Record<Column, Sort>>>>> = {
  name: { subscribers: 'subscribers', lastUpload: 'recent' },
  topic: { subscribers: 'subscribers', lastUpload: 'recent' },
}

/** An order of the channels that have loaded. */
export interface LocalOrder {
  readonly column: Column
  readonly isDescending: boolean
}

/** What a column orders channels by; null for unknown. */
export type Rank = string | number | null

/** The channels in another order; unknown values come last in both directions, and equal ones stay as they were. */
export function orderChannels<T>(
  channels: readonly T[],
  rankOf: (channel: T) => Rank,
  { isDescending, language }: { readonly isDescending: boolean; readonly language: Language },
): readonly T[] {
  const names = new Intl.Collator(language, { numeric: true })
  return channels
    .map((channel) => ({ channel, rank: rankOf(channel) }))
    .toSorted((one, other) => {
      if (one.rank === null || other.rank === null) {
        return Number(one.rank === null) - Number(other.rank === null)
      }
      const order =
        typeof one.rank === 'number' && typeof other.rank === 'number'
          ? one.rank - other.rank
          : names.compare(String(one.rank), String(other.rank))
      return isDescending ? -order : order
    })
    .map(({ channel }) => channel)
}

/** The columns' titles. */
export function useColumnTitles(): Readonly<Record<Column, string>> {
  const { search } = useTexts()
  const { contact, contentType, targetAudience, lastUpload, columnTitles } = search
  return {
    ...columnTitles,
    contact,
    types: contentType,
    audiences: targetAudience,
    lastUpload,
  }
}

/** The order of a table's rows, and how a person changes it. */
export interface TableOrder {
  /** Null for the server's order. */
  readonly local: LocalOrder | null
  /** The column that the rows are ordered by, if any. */
  readonly current: LocalOrder | null
  readonly setLocal: (order: LocalOrder | null) => void
  /** The next order of a column: one way, the other way, and back. */
  readonly press: (column: Column) => void
}

/**
 * The order of a search's table. Columns that the server can order by order the whole result; the others, and the opposite
 * direction, order the channels that have loaded, until another search.
 */
export function useTableOrder(search: Search, group: Group, onSort: (sort: Sort) => void): TableOrder {
  // An address gets the seed with the first change of the view, which starts no other search.
  const seed = search.seed ?? browserSeed()
  const address = writeSearch({ ...search, seed, pages: 1, channel: null, view: 'list' })
  const [kept, setKept] = useState<{ readonly address: string; readonly order: LocalOrder } | null>(null)
  const local = kept?.address === address ? kept.order : null
  const setLocal = (order: LocalOrder | null) => setKept(order === null ? null : { address, order })
  const current = local ?? serverOrder(group, search.sort)
  const press = (column: Column) => {
    const isSorted = current?.column === column
    const serverSort = SERVER_SORTS[group][column]
    if (serverSort === undefined) {
      if (!isSorted) setLocal({ column, isDescending: false })
      else setLocal(current.isDescending ? null : { column, isDescending: true })
    } else if (isSorted && current.isDescending) {
      setLocal({ column, isDescending: false })
    } else {
      setLocal(null)
      if (search.sort !== serverSort) onSort(serverSort)
    }
  }
  return { local, current, setLocal, press }
}

/** The column that the server's order shows in, if any. */
function serverOrder(group: Group, sort: Sort): LocalOrder | null {
  const column = COLUMNS.find((known) => SERVER_SORTS[group][known] === sort)
  return column === undefined ? null : { column, isDescending: true }
}

/** The channels, ordered as a column of the table says; null leaves them as they are. */
export function useOrdered(channels: readonly Channel[], order: LocalOrder | null): readonly Channel[] {
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  const ranks: Readonly<Record<Column, (channel: Channel) => Rank>> = {
    name: ({ channel_name }) => channel_name,
    // Those with a contact first.
    contact: ({ hasContact }) => (hasContact ? 0 : 1),
    subscribers: ({ subsCount }) => subsCount,
    country: ({ country }) => origins.country(country),
    types: ({ content_type }) => values.types(content_type),
    audiences: ({ targetAudience }) => values.audiences(targetAudience),
    lastUpload: ({ lastUploadAt }) => (lastUploadAt === null ? null : Date.parse(lastUploadAt)),
  }
  if (order === null) return channels
  return orderChannels(channels, ranks[order.column], { isDescending: order.isDescending, language })
}

const shown = createStore<readonly Column[]>(COLUMNS, {
  in: keptInBrowser('searchColumns'),
  parse: readColumns,
  format: (columns) => columns.join(' '),
})

/** The chosen columns, remembered by the browser. */
export function useColumns(): readonly [
  columns: readonly Column[],
  choose: (column: Column, isShown: boolean) => void,
] {
  const columns = useStore(shown)
  const choose = (column: Column, isShown: boolean) => {
    shown.set(COLUMNS.filter((known) => (known === column ? isShown : columns.includes(known))))
  }
  return [columns, choose]
}

/** The columns of a stored choice, in the table's order. */
export function readColumns(text: string | null): readonly Column[] {
  if (text === null) return COLUMNS
  const chosen = text.split(' ')
  return COLUMNS.filter((column) => column === 'name' || chosen.includes(column))
}
