import type { Language } from '#shared/i18n/messages.ts'
import { PURCHASE_STATUSES } from '#shared/rules/purchases.ts'
import type { PurchaseRecord } from './purchase-records.ts'

/** Sort orders of the list of purchases. */
export const PURCHASE_SORTS = ['newest', 'oldest', 'name', 'status'] as const
export type PurchaseSort = (typeof PURCHASE_SORTS)[number]

/** Which purchases to show, and in which order. */
export interface PurchaseSelection {
  /** A part of the name, of the address or of the note, in any case. */
  readonly text: string
  readonly sort: PurchaseSort
}

export const ALL_PURCHASES: PurchaseSelection = { text: '', sort: 'newest' }

/** Whether the selection is the list in the server's order, page by page; any other needs all purchases. */
export function isServerOrder({ text, sort }: PurchaseSelection): boolean {
  return text.trim() === '' && sort === 'newest'
}

/** Filters and sorts purchases. @param records newest first */
export function selectPurchases(
  records: readonly PurchaseRecord[],
  { text, sort }: PurchaseSelection,
  language: Language,
): readonly PurchaseRecord[] {
  const wanted = text.trim().toLocaleLowerCase(language)
  const contains = (value: string | null) => value?.toLocaleLowerCase(language).includes(wanted) === true
  const fitting =
    wanted === ''
      ? records
      : records.filter(({ channel_name, email, note }) => [channel_name, email, note].some(contains))
  switch (sort) {
    case 'newest':
      return fitting
    case 'oldest':
      return fitting.toReversed()
    case 'name': {
      const { compare } = new Intl.Collator(language, { numeric: true })
      return fitting.toSorted((a, b) => compare(a.channel_name, b.channel_name))
    }
    case 'status':
      return fitting.toSorted((a, b) => stageOf(a) - stageOf(b))
  }
}

function stageOf({ status }: PurchaseRecord): number {
  return PURCHASE_STATUSES.indexOf(status)
}
