import { audiencesOf } from '#shared/rules/audiences.ts'
import { contentTypesOf } from '#shared/rules/content-types.ts'
import type { ImportRow } from '#server/features/import/row.ts'

/** The header of `csvLine`, in names that the import recognises. */
export const CSV_HEADER =
  'channel_id,handle,name,thumbnail,content_type,audience,subscribers,views,uploads,country,language,last_upload_at,fetched_at,email,contact_source,contact_source_url,contact_first_seen_at,contact_seen_at\n'

/** A channel as a line of CSV, with its newline. */
export function csvLine(row: ImportRow): string {
  const { contacts } = row
  const cells = [
    row.platformId,
    row.handle === null ? null : `@${row.handle}`,
    row.name,
    row.thumbnailUrl,
    contentTypesOf(row.contentTypes).join(';'),
    audiencesOf(row.audiences).join(';'),
    row.subscribers,
    row.views,
    row.uploads,
    row.country,
    row.language,
    isoDate(row.lastUploadAt),
    isoDate(row.fetchedAt),
    contacts?.addresses.join(' '),
    contacts?.sourceKind,
    contacts?.sourceUrl,
    isoDate(contacts?.firstSeenAt),
    isoDate(contacts?.lastSeenAt),
  ]
  return `${cells.map((cell) => quoted(String(cell ?? ''))).join(',')}\n`
}

function isoDate(ms: number | null | undefined): string {
  return ms == null ? '' : new Date(ms).toISOString()
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
