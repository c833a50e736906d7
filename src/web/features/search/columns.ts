import { useState } from 'react'
import { nextOrder, type Order } from '#web/kit/table/order.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { browserSeed } from './mix-seed.ts'
import type { Group, Search, Sort } from './search-address.ts'
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
  readonly local: Order<Column> | null
  /** The column that the rows are ordered by, if any. */
  readonly current: Order<Column> | null
  readonly setLocal: (order: Order<Column> | null) => void
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
  const [kept, setKept] = useState<{ readonly address: string; readonly order: Order<Column> } | null>(null)
  const local = kept?.address === address ? kept.order : null
  const setLocal = (order: Order<Column> | null) => setKept(order === null ? null : { address, order })
  // The new channels of a saved search come in one order.
  const serverSorts = search.fresh === null ? SERVER_SORTS[group] : {}
  const current = local ?? serverOrder(serverSorts, search.sort)
  const press = (column: Column) => {
    const serverSort = serverSorts[column]
    if (serverSort === undefined) {
      setLocal(nextOrder(current, column))
    } else if (current?.column === column && current.isDescending) {
      setLocal({ column, isDescending: false })
    } else {
      setLocal(null)
      if (search.sort !== serverSort) onSort(serverSort)
    }
  }
  return { local, current, setLocal, press }
}

/** The column that the server's order shows in, if any. */
function serverOrder(sorts: (typeof SERVER_SORTS)[Group], sort: Sort): Order<Column> | null {
  const column = COLUMNS.find((known) => sorts[known] === sort)
  return column === undefined ? null : { column, isDescending: true }
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
