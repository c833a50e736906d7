import { shownEmail } from '#shared/rules/email.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type Stage, STAGES } from '#shared/rules/cards.ts'
import type { PurchaseRecord } from './purchase-records.ts'

/** Sort orders of the list of purchases. */
export const PURCHASE_SORTS = ['newest', 'oldest', 'name', 'status'] as const
export type PurchaseSort = (typeof PURCHASE_SORTS)[number]

/** Which purchases to show, and in which order. */
export interface PurchaseSelection {
  /** A part of the name, of the address or of the note, in any case. */
  readonly text: string
  /** Null: every status. */
  readonly status: Stage | null
  readonly sort: PurchaseSort
}

export const ALL_PURCHASES: PurchaseSelection = { text: '', status: null, sort: 'newest' }

/** Whether the selection is the list in the server's order, page by page; any other needs all purchases. */
export function isServerOrder({ text, status, sort }: PurchaseSelection): boolean {
  return text.trim() === '' && status === null && sort === 'newest'
}

/** Filters and sorts purchases. @param records newest first */
export function selectPurchases(
  records: readonly PurchaseRecord[],
  { text, status, sort }: PurchaseSelection,
  language: Language,
): readonly PurchaseRecord[] {
  const wanted = text.trim().toLocaleLowerCase(language)
  const contains = (value: string | null) => value?.toLocaleLowerCase(language).includes(wanted) === true
  const fitting = records.filter(
    (record) =>
      (status === null || record.status === status) && (wanted === '' || textsOf(record).some(contains)),
  )
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

/** An address is found in both forms. */
function textsOf({ channel_name: name, email, note }: PurchaseRecord): readonly (string | null)[] {
  return [name, email, email === null ? null : shownEmail(email), note]
}

/**
 * Selects purchases by what they were when the selection was made, so that none moves or disappears while it is worked on.
 * @param first the records as first seen under this selection; new ones are added
 */
export function selectInPlace(
  records: readonly PurchaseRecord[],
  selection: PurchaseSelection,
  language: Language,
  first: Map<number, PurchaseRecord>,
): readonly PurchaseRecord[] {
  const now = new Map(records.map((record) => [record.transaction_id, record]))
  const then = records.map((record) => {
    const known = first.get(record.transaction_id) ?? record
    first.set(record.transaction_id, known)
    return known
  })
  return selectPurchases(then, selection, language).flatMap(
    ({ transaction_id }) => now.get(transaction_id) ?? [],
  )
}

function stageOf({ status }: PurchaseRecord): number {
  return STAGES.indexOf(status)
}
