import { audiencesOf, contentTypesOf } from '#shared/rules/filters.ts'
import type { ImportRow } from '#server/features/import/row.ts'

/** Columns by names that the import recognises. */
const COLUMNS: Readonly<Record<string, (row: ImportRow) => string | number | null | undefined>> = {
  channel_id: (row) => row.platformId,
  handle: ({ handle }) => (handle === null ? null : `@${handle}`),
  name: (row) => row.name,
  thumbnail: (row) => row.thumbnailUrl,
  content_type: (row) => contentTypesOf(row.contentTypes).join(';'),
  audience: (row) => audiencesOf(row.audiences).join(';'),
  subscribers: (row) => row.subscribers,
  views: (row) => row.views,
  uploads: (row) => row.uploads,
  country: (row) => row.country,
  language: (row) => row.language,
  last_upload_at: (row) => isoDate(row.lastUploadAt),
  fetched_at: (row) => isoDate(row.fetchedAt),
  email: ({ contacts }) => contacts?.addresses.join(' '),
  contact_source: ({ contacts }) => contacts?.sourceKind,
  contact_source_url: ({ contacts }) => contacts?.sourceUrl,
  contact_first_seen_at: ({ contacts }) => isoDate(contacts?.firstSeenAt),
  contact_seen_at: ({ contacts }) => isoDate(contacts?.lastSeenAt),
}

export const CSV_HEADER = `${Object.keys(COLUMNS).join(',')}\n`

/** A channel as a line of CSV, with its newline. */
export function csvLine(row: ImportRow): string {
  const cells = Object.values(COLUMNS).map((cellOf) => String(cellOf(row) ?? ''))
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\n`
}

function isoDate(ms: number | null | undefined): string {
  return ms == null ? '' : new Date(ms).toISOString()
}
