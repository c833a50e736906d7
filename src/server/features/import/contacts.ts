import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { holdsAddress } from '#server/features/catalogue/channel-links.ts'
import { isUnknown } from '#server/features/catalogue/clean-text.ts'

/** Further addresses in a cell are ignored. */
const MAX_ADDRESSES = 20

export type ContactProblem =
  | 'contact without source'
  | 'contact without date'
  | 'contact address not understood'

export interface RowContacts {
  /** Normalised and distinct. */
  readonly addresses: readonly string[]
  readonly sourceKind: string
  /** Empty when the source is not a page. */
  readonly sourceUrl: string
  readonly firstSeenAt: number
  readonly lastSeenAt: number
}

/**
 * The contacts of a row. They need a source (a kind such as `website`, a page's address, or both) and a date.
 * @param cells  the cells as they are; dates in milliseconds, null when missing or not understood
 * @returns null when the row has no contact
 */
export function parseContacts(cells: {
  readonly addresses: string
  readonly source: string
  readonly sourceUrl: string
  readonly firstSeenAt: number | null
  readonly lastSeenAt: number | null
}): RowContacts | ContactProblem | null {
  if (isUnknown(cells.addresses.trim())) return null
  const addresses = parseAddresses(cells.addresses)
  if (addresses.length === 0) return 'contact address not understood'
  const sourceUrl = webAddress(cells.sourceUrl) ?? webAddress(cells.source) ?? ''
  if (sourceUrl === '' && isUnknown(cells.source.trim())) return 'contact without source'
  const lastSeenAt = cells.lastSeenAt ?? cells.firstSeenAt
  if (lastSeenAt === null) return 'contact without date'
  const firstSeenAt = Math.min(cells.firstSeenAt ?? lastSeenAt, lastSeenAt)
  return { addresses, sourceKind: sourceKind(cells.source), sourceUrl, firstSeenAt, lastSeenAt }
}

/** Valid addresses in a cell, separated by spaces, `;`, `,` or `|`; `mailto:` and `Name <address>` are accepted. */
function parseAddresses(cell: string): string[] {
  const found = cell
    .split(/[\s;,|<>()"]+/)
    .filter((token) => token.includes('@'))
    .map((token) => normalizeEmail(token.replace(/^mailto:|\?.*$|[.:]$/gi, '')))
    .filter((address) => emailProblem(address) === null)
  return [...new Set(found)].slice(0, MAX_ADDRESSES)
}

function webAddress(text: string): string | null {
  const given = text.trim()
  if (given.length > 1_000 || !/^https?:\/\//i.test(given) || !URL.canParse(given)) return null
  // An address inside the source's address would reach every buyer of another contact.
  return holdsAddress(given) ? null : given
}

function sourceKind(source: string): string {
  const kind = source.trim().toLowerCase()
  return kind === '' || kind.length > 40 || /[/@]/.test(kind) ? 'import' : kind
}
