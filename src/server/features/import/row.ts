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
import { parseAudiences, parseContentTypes, parseCountry, parseLanguage } from './words.ts'
import { cellKey, isMangled, isUnknown, MAX_NAME, publicName } from '#server/features/catalogue/clean-text.ts'
import { cleanText } from '#shared/rules/clean-text.ts'

/** A channel as a row of a file describes it. Times in milliseconds; null is unknown. */
export interface ImportRow {
  /** The physical line in the file, from 1. */
  readonly line: number
  readonly platform: string
  readonly platformId: string | null
  readonly handle: string | null
  readonly source: string
  /** Null in files with statistics but no names; such rows only update known channels. */
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

const GONE = /^(?:gone|deleted|terminated|closed|removed|suspended|banned|удален|закрыт|заблокирован)$/
const ACTIVE = /^(?:active|live|open|ok|online|public|активен|действует)$/
const HIDDEN = /^(?:hidden|no|true|yes|1|private|unavailable|скрыто|скрыты|да)$/

/**
 * Returns a function that turns the cells of a row into a channel, or says why it cannot.
 *
 * @param now  milliseconds; later dates are taken for mistakes
 * @param onUnclear  called for each cell that is not understood and counts as unknown
 */
export function rowReader(
  columns: ColumnMap,
  defaults: Pick<ImportRow, 'platform' | 'source' | 'fetchedAt'>,
  now: number,
  onUnclear: (line: number, field: Field, cell: string) => void,
) {
  const countries = cached(parseCountry)
  const languages = cached(parseLanguage)
  const contentTypes = cached(parseContentTypes)
  const audiences = cached(parseAudiences)
  const instant = (cell: string) => parseInstant(cell, now)

  let cells: readonly string[] = []
  let line = 0

  /** The first known value among the cells of a field. */
  function value<T>(field: Field, parse: (cell: string) => T | null | undefined): T | null {
    for (const column of columns[field] ?? NO_COLUMNS) {
      const cell = cells[column]
      if (cell === undefined || cell === '') continue
      const parsed = parse(cell)
      if (parsed === undefined) onUnclear(line, field, cell)
      else if (parsed !== null) return parsed
    }
    return null
  }

  /** The first cell of a field that is not empty. */
  function text(field: Field): string {
    for (const column of columns[field] ?? NO_COLUMNS) if (cells[column]) return cells[column]
    return ''
  }

  return function readRow(given: readonly string[], at: number): RowOutcome {
    cells = given
    line = at
    const name = value('name', nameOrNull)
    if (name !== null && isMangled(name)) return { problem: 'mangled encoding' }
    if (name !== null && name.length > MAX_NAME) return { problem: 'name too long' }
    const platform = platformOf(text('platform')) ?? defaults.platform
    const identity = platform === 'youtube' ? youtubeIdentity(text) : otherIdentity(text)
    const { platformId, handle } = identity
    if (name === null && platformId === null && handle === null) return { problem: 'no name' }
    const idCell = text('platform_id')
    if (platform === 'youtube' && platformId === null && !isUnknown(idCell.trim()))
      onUnclear(line, 'platform_id', idCell)

    const addresses = text('email')
    const contacts =
      addresses === ''
        ? null
        : parseContacts({
            addresses,
            source: text('contact_source'),
            sourceUrl: text('contact_source_url'),
            firstSeenAt: value('contact_first_seen_at', instant),
            lastSeenAt: value('contact_seen_at', instant),
          })
    const isRefused = typeof contacts === 'string'
    const isHidden = HIDDEN.test(text('subscriber_status').trim().toLowerCase())
    const row: ImportRow = {
      line,
      platform,
      ...identity,
      source: cleanText(text('source')).slice(0, 200) || defaults.source,
      name,
      thumbnailUrl: parseThumbnail(text('thumbnail')),
      contentTypes: value('content_type', contentTypes) ?? 0,
      audiences: value('audience', audiences) ?? 0,
      subscribers: isHidden ? null : value('subscribers', parseCount),
      views: value('views', parseCount),
      uploads: value('uploads', parseCount),
      country: value('country', countries),
      language: value('language', languages),
      lastUploadAt: value('last_upload_at', instant),
      status: statusOf(text('status')),
      fetchedAt: value('fetched_at', instant) ?? defaults.fetchedAt,
      contacts: isRefused ? null : contacts,
    }
    return { row, contactProblem: isRefused ? contacts : null }
  }
}

type Identity = Pick<ImportRow, 'platformId' | 'handle' | 'url'>

function youtubeIdentity(text: (field: Field) => string): Identity {
  const id = text('platform_id').trim()
  let platformId = isPlatformId(id) ? id : null
  let handle = parseHandle(text('handle'), { bare: true }) ?? parseHandle(text('custom_url'), { bare: false })
  let url: string | null = null
  // The id column may contain URLs.
  if (platformId === null || handle === null)
    for (const link of [id, text('url')].map(parseChannelLink)) {
      platformId ??= link.platformId
      handle ??= link.handle
      url ??= link.url
    }
  return { platformId, handle, url: channelLink(platformId, handle).url ?? url }
}

// On other platforms any id and any https link is accepted. Both are public, so neither may contain an e-mail address.
function otherIdentity(text: (field: Field) => string): Identity {
  const id = text('platform_id').trim()
  const isId = !isUnknown(id) && !/\s/.test(id) && id.length <= 200 && !holdsAddress(id)
  const given = text('url').trim()
  const url = given.startsWith('https://') && given.length <= 500 ? URL.parse(given)?.href : undefined
  return {
    platformId: isId ? id : null,
    handle: parseHandle(text('handle'), { bare: true }),
    url: url === undefined || holdsAddress(url) ? null : url,
  }
}

const NO_COLUMNS: readonly number[] = []
const nameOrNull = (cell: string) => publicName(cell) || null

function statusOf(text: string): 'active' | 'gone' | null {
  const key = text === '' ? '' : cellKey(text)
  return GONE.test(key) ? 'gone' : ACTIVE.test(key) ? 'active' : null
}

/** A platform as it is stored, however it is spelled; null when the text names none. */
export function platformOf(text: string): string | null {
  if (text === '') return null
  const key = cellKey(text).replaceAll(' ', '')
  if (key === 'yt') return 'youtube'
  return /^[a-z0-9]{2,30}$/.test(key) && !isUnknown(text) ? key : null
}

/** Caches what was parsed, up to a limit: a file repeats few countries, languages and the like. */
function cached<T>(parse: (cell: string) => T): (cell: string) => T {
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
