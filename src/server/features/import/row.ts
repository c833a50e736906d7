import type { ColumnMap } from './columns.ts'
import { type ContactProblem, parseContacts, type RowContacts } from './contacts.ts'
import {
  channelLink,
  holdsAddress,
  isPlatformId,
  parseChannelLink,
  parseHandle,
  parseThumbnail,
} from '#server/features/catalogue/channel-links.ts'
import type { Field } from './presets.ts'
import { parseCount, parseInstant } from './values.ts'
import { parseAudiences, parseContentTypes, parseCountry, parseLanguage, parseMadeForKids } from './words.ts'
import {
  cellKey,
  cleanText,
  isMangled,
  isUnknown,
  MOST_NAME,
  publicName,
} from '#server/features/catalogue/clean-text.ts'

/** A channel as a row of a file describes it. Times in milliseconds; null is unknown. */
export interface ImportRow {
  /** The physical line in the file, from 1. */
  readonly line: number
  readonly platform: string
  readonly platformId: string | null
  readonly handle: string | null
  readonly source: string
  /** Null in files of figures without names; such rows only update known channels. */
  readonly name: string | null
  readonly url: string | null
  readonly thumbnailUrl: string | null
  readonly contentTypes: number
  readonly audiences: number
  readonly subscribers: number | null
  readonly views: number | null
  readonly uploads: number | null
  readonly country: string | null
  readonly language: string | null
  readonly lastUploadAt: number | null
  readonly status: 'active' | 'gone' | null
  readonly fetchedAt: number
  readonly contacts: RowContacts | null
}

export type RowProblem = 'no name' | 'name too long' | 'mangled encoding'

export type RowOutcome =
  | { readonly row: ImportRow; readonly contactProblem: ContactProblem | null }
  | { readonly problem: RowProblem }

interface RowReaderOptions {
  readonly columns: ColumnMap
  readonly defaults: Pick<ImportRow, 'platform' | 'source' | 'fetchedAt'>
  /** Milliseconds; later dates are taken for mistakes. */
  readonly now: number
  /** Called for every cell that is not understood; it counts as unknown. */
  readonly onUnclear: (line: number, field: Field, cell: string) => void
}

const GONE = /^(?:gone|deleted|terminated|closed|removed|suspended|banned|удален|закрыт|заблокирован)$/
const ACTIVE = /^(?:active|live|open|ok|online|public|активен|действует)$/
const HIDDEN = /^(?:hidden|no|true|yes|1|private|unavailable|скрыто|скрыты|да)$/

/** Returns a function that turns the cells of a row into a channel, or says why it cannot. */
export function rowReader({ columns, defaults, now, onUnclear }: RowReaderOptions) {
  const NONE: readonly number[] = []
  const countries = remembered(parseCountry)
  const languages = remembered(parseLanguage)
  const contentTypes = remembered(knownBits(parseContentTypes))
  const audiences = remembered(knownBits(parseAudiences))

  /** The first cell of a field that is not empty. */
  function cell(cells: readonly string[], field: Field): string {
    for (const column of columns[field] ?? NONE) {
      const text = cells[column]
      if (text !== undefined && text !== '') return text
    }
    return ''
  }

  /** The first known value among the cells of a field. */
  function value<T>(
    cells: readonly string[],
    line: number,
    field: Field,
    parse: (cell: string) => T | null | undefined,
  ): T | null {
    for (const column of columns[field] ?? NONE) {
      const text = cells[column]
      if (text === undefined || text === '') continue
      const parsed = parse(text)
      if (parsed === undefined) onUnclear(line, field, text)
      else if (parsed !== null) return parsed
    }
    return null
  }

  const instant = (text: string) => parseInstant(text, now)

  return function readRow(cells: readonly string[], line: number): RowOutcome {
    const name = nameOf(cells, columns.name ?? NONE)
    if (isMangled(name)) return { problem: 'mangled encoding' }
    if (name.length > MOST_NAME) return { problem: 'name too long' }
    const platformCell = cell(cells, 'platform')
    const platform = (platformCell === '' ? null : platformOf(platformCell)) ?? defaults.platform
    const identity = platform === 'youtube' ? youtubeIdentity(cells, line) : otherIdentity(cells)
    if (name === '' && identity.platformId === null && identity.handle === null) return { problem: 'no name' }

    const isHidden = HIDDEN.test(cell(cells, 'subscriber_status').trim().toLowerCase())
    const found = contactsOf(cells, line)
    const hasContacts = found !== null && typeof found !== 'string'
    const row: ImportRow = {
      line,
      platform,
      ...identity,
      source: cleanText(cell(cells, 'source')).slice(0, 200) || defaults.source,
      name: name === '' ? null : name,
      thumbnailUrl: parseThumbnail(cell(cells, 'thumbnail')),
      contentTypes: value(cells, line, 'content_type', contentTypes) ?? 0,
      audiences:
        (value(cells, line, 'audience', audiences) ?? 0) | parseMadeForKids(cell(cells, 'made_for_kids')),
      subscribers: isHidden ? null : value(cells, line, 'subscribers', parseCount),
      views: value(cells, line, 'views', parseCount),
      uploads: value(cells, line, 'uploads', parseCount),
      country: value(cells, line, 'country', countries),
      language: value(cells, line, 'language', languages),
      lastUploadAt: value(cells, line, 'last_upload_at', instant),
      status: statusOf(cell(cells, 'status')),
      fetchedAt: value(cells, line, 'fetched_at', instant) ?? defaults.fetchedAt,
      contacts: hasContacts ? found : null,
    }
    return { row, contactProblem: typeof found === 'string' ? found : null }
  }

  function youtubeIdentity(cells: readonly string[], line: number) {
    const idCell = cell(cells, 'platform_id').trim()
    const handleCell = cell(cells, 'handle')
    const customCell = cell(cells, 'custom_url')
    let platformId = isPlatformId(idCell) ? idCell : null
    let handle = handleCell === '' ? null : parseHandle(handleCell, { bare: true })
    handle ??= customCell === '' ? null : parseHandle(customCell, { bare: false })
    let url: string | null = null
    const isIdOdd = platformId === null && !isUnknown(idCell)
    for (const text of platformId === null || handle === null
      ? [isIdOdd ? idCell : '', cell(cells, 'url')]
      : []) {
      if (text === '') continue
      const link = parseChannelLink(text)
      platformId ??= link.platformId
      handle ??= link.handle
      url ??= link.url
    }
    if (isIdOdd && platformId === null) onUnclear(line, 'platform_id', idCell)
    return { platformId, handle, url: channelLink(platformId, handle).url ?? url }
  }

  // Other platforms: any id is taken, and https links. Both are public, so neither may hold an e-mail address.
  function otherIdentity(cells: readonly string[]) {
    const id = cell(cells, 'platform_id').trim()
    const given = cell(cells, 'url').trim()
    const isUrl = given.startsWith('https://') && given.length <= 500
    const url = (isUrl ? URL.parse(given)?.href : undefined) ?? null
    return {
      platformId: isUnknown(id) || /\s/.test(id) || id.length > 200 || holdsAddress(id) ? null : id,
      handle: parseHandle(cell(cells, 'handle'), { bare: true }),
      url: url === null || holdsAddress(url) ? null : url,
    }
  }

  function contactsOf(cells: readonly string[], line: number) {
    const addresses = cell(cells, 'email')
    if (addresses === '') return null
    return parseContacts({
      addresses,
      source: cell(cells, 'contact_source'),
      sourceUrl: cell(cells, 'contact_source_url'),
      firstSeenAt: value(cells, line, 'contact_first_seen_at', instant),
      lastSeenAt: value(cells, line, 'contact_seen_at', instant),
    })
  }
}

function nameOf(cells: readonly string[], columns: readonly number[]): string {
  for (const column of columns) {
    const name = publicName(cells[column] ?? '')
    if (name !== '') return name
  }
  return ''
}

function statusOf(text: string): 'active' | 'gone' | null {
  if (text === '') return null
  const key = cellKey(text)
  return GONE.test(key) ? 'gone' : ACTIVE.test(key) ? 'active' : null
}

/** A platform as it is stored, however it is spelled; null when the text names none. */
export function platformOf(text: string): string | null {
  const key = cellKey(text).replaceAll(' ', '')
  if (key === 'yt') return 'youtube'
  return /^[a-z0-9]{2,30}$/.test(key) && !isUnknown(text) ? key : null
}

/** No bits mean unknown: another column may know more. */
function knownBits(parse: (cell: string) => number | undefined) {
  return (cell: string) => {
    const bits = parse(cell)
    return bits === 0 ? null : bits
  }
}

/** Remembers what was parsed, up to a bound: a file repeats few countries, languages and the like. */
function remembered<T>(parse: (cell: string) => T): (cell: string) => T {
  const known = new Map<string, T>()
  return (cell) => {
    const found = known.get(cell)
    if (found !== undefined || known.has(cell)) return found as T
    const parsed = parse(cell)
    // A copy: a slice of the file's text would keep the whole chunk in memory.
    if (known.size < 5_000) known.set(Buffer.from(cell).toString(), parsed)
    return parsed
  }
}
