import { useState } from 'react'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useOriginNames } from './countries.ts'
import type { Sort } from './search-address.ts'
import { useValueNames } from './use-filter-text.ts'
import type { Channel } from './use-results.ts'

/** The columns of the table of results; the name is always shown. */
export const COLUMNS = [
  'name',
  'contact',
  'subscribers',
  'country',
  'language',
  'types',
  'audiences',
  'lastUpload',
] as const
export type Column = (typeof COLUMNS)[number]

const FIRST_CHOICE: readonly Column[] = ['name', 'contact', 'subscribers', 'country', 'types', 'lastUpload']

/** Columns by which the server orders the whole result, descending. */
export const SERVER_SORTS: Partial<Readonly<Record<Column, Sort>>> = {
  subscribers: 'subscribers',
  lastUpload: 'recent',
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

/** Orders channels as a column of the table says. */
export function useLocalOrder(): (channels: readonly Channel[], order: LocalOrder) => readonly Channel[] {
  const { language } = useLanguage()
  const values = useValueNames()
  const origins = useOriginNames()
  const ranks: Readonly<Record<Column, (channel: Channel) => Rank>> = {
    name: ({ channel_name }) => channel_name,
    // Those with a contact first.
    contact: ({ hasContact }) => (hasContact ? 0 : 1),
    subscribers: ({ subsCount }) => subsCount,
    country: ({ country }) => origins.country(country),
    language: (channel) => origins.language(channel.language),
    types: ({ content_type }) => values.types(content_type),
    audiences: ({ targetAudience }) => values.audiences(targetAudience),
    lastUpload: ({ lastUploadAt }) => (lastUploadAt === null ? null : Date.parse(lastUploadAt)),
  }
  return (channels, { column, isDescending }) =>
    orderChannels(channels, ranks[column], { isDescending, language })
}

const KEY = 'searchColumns'

/** The chosen columns, remembered by the browser. */
export function useColumns(): readonly [
  columns: readonly Column[],
  choose: (column: Column, isShown: boolean) => void,
] {
  const [columns, setColumns] = useState(() => readColumns(stored()))
  const choose = (column: Column, isShown: boolean) => {
    const next = COLUMNS.filter((known) => (known === column ? isShown : columns.includes(known)))
    setColumns(next)
    try {
      localStorage.setItem(KEY, next.join(' '))
    } catch {
      // A browser without storage forgets the choice.
    }
  }
  return [columns, choose]
}

/** The columns of a stored choice, in the table's order. */
export function readColumns(text: string | null): readonly Column[] {
  if (text === null) return FIRST_CHOICE
  const chosen = text.split(' ')
  return COLUMNS.filter((column) => column === 'name' || chosen.includes(column))
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
