import type { CallError } from '#web/kit/api/call.ts'
import type { PurchaseRecord } from './purchase-records.ts'

/** A contact that the person may read. */
export interface Contact {
  readonly email: string
  readonly source: string | null
  readonly lastSeenAt: string | null
}

/** A contact that a press has just revealed, and for whom. */
export interface Sale extends Contact {
  readonly holderId: number
}

interface NotSold {
  /** The record of a contact that was bought and whose address is withheld. */
  readonly record: PurchaseRecord | undefined
  /** Whether it is known that the contact was not bought earlier. */
  readonly isCostKnown: boolean
}

/** What a channel's contact is to the person at the page. */
export type RevealState =
  | (NotSold & { readonly state: 'offered' | 'buying' })
  /** What the press cost: nothing, or unknown because the answer was lost. */
  | (NotSold & { readonly state: 'failed'; readonly cost: 'none' | 'unknown' })
  /** Revealed here, by a press; a repeat had been bought before. */
  | {
      readonly state: 'sold'
      readonly contact: Contact | null
      readonly record: PurchaseRecord | undefined
      readonly isRepeat: boolean
    }
  /** Bought earlier; without a contact, its address is withheld. */
  | { readonly state: 'owned'; readonly contact: Contact | null; readonly record: PurchaseRecord }

interface RevealFacts {
  /** Whose purse the page shows now. */
  readonly holderId: number | null
  /** That purse's record of the channel, and whether it is known that there is no other. */
  readonly record: PurchaseRecord | undefined
  readonly isKnown: boolean
  /** The last press and how it ended. */
  readonly isPending: boolean
  readonly sale: Sale | undefined
  readonly error: CallError | null
  readonly isRepeat: boolean
}

/** A sale is its buyer's alone: somebody else may have logged in since, or another purse been chosen. */
export function revealStateOf({
  holderId,
  record,
  isKnown,
  isPending,
  sale,
  error,
  isRepeat,
}: RevealFacts): RevealState {
  const notSold = { record, isCostKnown: isKnown }
  if (isPending) return { state: 'buying', ...notSold }
  const known = contactOf(record)
  if (sale !== undefined && sale.holderId === holderId) {
    // Another one may have taken its place since.
    return { state: 'sold', contact: record?.report == null ? sale : known, record, isRepeat }
  }
  if (error !== null && known === null) return { state: 'failed', ...notSold, cost: costOf(error) }
  return record === undefined ? { state: 'offered', ...notSold } : { state: 'owned', contact: known, record }
}

/** Without a refusal the answer may have been lost on its way back; a request that never left costs nothing. */
function costOf({ code, isUnsent }: CallError): 'none' | 'unknown' {
  return code === 'internal' || (code === 'offline' && !isUnsent) ? 'unknown' : 'none'
}

function contactOf(record: PurchaseRecord | undefined): Contact | null {
  if (record === undefined || record.email === null) return null
  return { email: record.email, source: record.source, lastSeenAt: record.lastSeenAt }
}
