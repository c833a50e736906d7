import { type ColumnMap, splitUnit } from './columns.ts'
import { type ContactProblem, parseContacts, type RowContacts } from './contacts.ts'
import { parseChannelLink, parseHandle, readNamedChannels } from '#server/platforms/named-channels.ts'
import { parseThumbnail } from '#server/platforms/pictures.ts'
import {
  type ChannelLink,
  isChannelId,
  linkTo,
  type Platform,
  platformOf,
} from '#server/platforms/platform.ts'
import { holdsAddress } from '#server/platforms/written-addresses.ts'
import type { Field } from './presets.ts'
import { type DayOrder, parseCountIn, parseInstant } from './values.ts'
import { parseAudiences, parseContentTypes, parseCountry, parseLanguage } from './words.ts'
import {
  cellKey,
  isMangled,
  isUnknown,
  MAX_NAME,
  publicName,
  withoutEntities,
} from '#server/features/catalogue/clean-text.ts'
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
 * @param headers  names of the columns, which may tell in what counts are
 * @param now  milliseconds; later dates are taken for mistakes
 * @param dayOrder  of dates with slashes
 * @param onUnclear  called for each cell that is not understood and counts as unknown
 */
export function rowReader(
  columns: ColumnMap,
  defaults: Pick<ImportRow, 'platform' | 'source' | 'fetchedAt'>,
  {
    now,
    platforms,
    dayOrder,
    headers = [],
  }: {
    readonly now: number
    readonly platforms: readonly Platform[]
    readonly dayOrder?: DayOrder | undefined
    readonly headers?: readonly string[]
  },
  onUnclear: (line: number, field: Field, cell: string) => void,
) {
  const platformOrUnclear = (cell: string) => parsePlatform(cell, platforms) ?? unknownOrUnclear(cell)
  const thumbnailOrUnclear = (cell: string) => parseThumbnail(cell, platforms) ?? unknownOrUnclear(cell)
  const countries = cached(parseCountry)
  const languages = cached(parseLanguage)
  const contentTypes = cached(parseContentTypes)
  const audiences = cached(parseAudiences)
  const instant = cached((cell: string) => parseInstant(cell, now, dayOrder))

  const units: string[] = []
  const count = (cell: string, column: number) =>
    parseCountIn((units[column] ??= splitUnit(headers[column] ?? '').unit), cell)

  let cells: readonly string[] = []
  let unclear = 0
  let line = 0

  function cellOf(column: number): string {
    const cell = cells[column] ?? ''
    return cell.length > MAX_CELL ? cell.slice(0, MAX_CELL) : cell
  }

  /** The first known value among the cells of a field. */
  function value<T>(field: Field, parse: (cell: string, column: number) => T | null | undefined): T | null {
    for (const column of columns[field] ?? NO_COLUMNS) {
      const cell = cellOf(column)
      if (cell === '') continue
      const parsed = parse(cell, column)
      if (parsed === undefined) {
        unclear++
        onUnclear(line, field, cell)
      } else if (parsed !== null) return parsed
    }
    return null
  }

  /** The same for a date that makes a difference when it is there and not understood: undefined then. */
  function date(field: Field): number | null | undefined {
    const before = unclear
    const found = value(field, instant)
    return found === null && unclear > before ? undefined : found
  }

  /** The first cell of a field that is not empty. */
  function text(field: Field): string {
    for (const column of columns[field] ?? NO_COLUMNS) if (cells[column]) return cellOf(column)
    return ''
  }

  /** All cells of a field: `email 1`, `email 2`. */
  function allText(field: Field): string {
    const places = columns[field] ?? NO_COLUMNS
    return places.length === 1 ? text(field) : places.flatMap((column) => cellOf(column) || []).join('\n')
  }

  return function readRow(given: readonly string[], at: number): RowOutcome {
    cells = given
    line = at
    const name = value('name', (cell) => nameOrNull(cell, platforms))
    if (name !== null && isMangled(name)) return { problem: 'mangled encoding' }
    if (name !== null && name.length > MAX_NAME) return { problem: 'name too long' }
    const platform = value('platform', platformOrUnclear) ?? defaults.platform
    const known = platformOf(platforms, platform)
    const identity = known === null ? otherIdentity(text) : identityOn(known, text)
    const { platformId, handle } = identity
    if (name === null && platformId === null && handle === null) return { problem: 'no name' }
    const idCell = text('platform_id')
    if (known !== null && platformId === null && !isUnknown(idCell.trim()))
      onUnclear(line, 'platform_id', idCell)
    const urlCell = text('url')
    if (
      known !== null &&
      urlCell !== '' &&
      !isUnknown(urlCell.trim()) &&
      channelsIn(urlCell, known).length === 0
    )
      onUnclear(line, 'url', urlCell)

    const addresses = allText('email')
    const isLong = columns.email?.some((column) => (cells[column] ?? '').length > MAX_CELL) === true
    const { contacts, problem: contactProblem } = isLong
      ? LONG_CONTACTS
      : addresses === ''
        ? NO_CONTACTS
        : parseContacts({
            addresses,
            source: text('contact_source'),
            sourceUrl: text('contact_source_url'),
            firstSeenAt: date('contact_first_seen_at'),
            lastSeenAt: date('contact_seen_at'),
          })
    const isHidden = HIDDEN.test(text('subscriber_status').trim().toLowerCase())
    const row: ImportRow = {
      line,
      platform,
      ...identity,
      source: cleanText(text('source')).slice(0, 200) || defaults.source,
      name,
      thumbnailUrl: value('thumbnail', thumbnailOrUnclear),
      contentTypes: value('content_type', contentTypes) ?? 0,
      audiences: value('audience', audiences) ?? 0,
      subscribers: isHidden ? null : value('subscribers', count),
      views: value('views', count),
      uploads: value('uploads', count),
      country: value('country', countries),
      language: value('language', languages),
      lastUploadAt: value('last_upload_at', instant),
      status: value('status', statusOf),
      fetchedAt: value('fetched_at', instant) ?? defaults.fetchedAt,
      contacts,
    }
    return { row, contactProblem }
  }
}

type Identity = Pick<ImportRow, 'platformId' | 'handle' | 'url'>

function identityOn(platform: Platform, text: (field: Field) => string): Identity {
  const id = text('platform_id').trim()
  const handleCell = text('handle')
  let platformId = isChannelId(platform, id) ? id : null
  let handle = parseHandle(handleCell, { bare: true }) ?? parseHandle(text('custom_url'), { bare: false })
  let url: string | null = null
  // Every one of these columns may contain addresses, and the name may be a link.
  if (platformId === null || handle === null)
    for (const link of [id, text('url'), handleCell, text('custom_url')].flatMap((cell) =>
      channelsIn(cell, platform),
    )) {
      platformId ??= link.platformId
      handle ??= link.handle
      url ??= link.url
    }
  const name = text('name')
  if (platformId === null && handle === null && url === null && /[@/]/.test(name)) {
    const { links, isCertain } = readNamedChannels(name, [platform])
    const [link] = isCertain ? links : []
    return identityOf(link ?? { platformId, handle, url })
  }
  return identityOf({ platformId, handle, url: linkTo(platform, platformId, handle).url ?? url })
}

const identityOf = ({ platformId, handle, url }: Identity): Identity => ({ platformId, handle, url })

/** The channels in a cell, of which nearly all are plain addresses. */
function channelsIn(cell: string, platform: Platform): readonly ChannelLink[] {
  if (cell === '') return []
  const link = /^https?:\/\/\S+$/.test(cell) ? parseChannelLink(cell, [platform]) : null
  return link !== null && link.url !== null ? [link] : readNamedChannels(cell, [platform]).links
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

/** No fact is longer; of a cell that is, to read more would take minutes. */
const MAX_CELL = 2_000

const NO_COLUMNS: readonly number[] = []
const NO_CONTACTS = { contacts: null, problem: null }
/** What is cut off could be half an address. */
const LONG_CONTACTS = { contacts: null, problem: 'contact address not understood' } as const
const unknownOrUnclear = (cell: string) => (isUnknown(cell.trim()) ? null : undefined)

/** The name in a cell; of one that is an address or a link, what stands beside it. */
function nameOrNull(cell: string, platforms: readonly Platform[]): string | null {
  const text = cell.includes('&') ? withoutEntities(cell) : cell
  const isLinked = text.includes('/') && readNamedChannels(text, platforms).links.length > 0
  return publicName(isLinked ? readNamedChannels(text, platforms).beside : text) || null
}

function statusOf(text: string): 'active' | 'gone' | null | undefined {
  const key = cellKey(text)
  return GONE.test(key) ? 'gone' : ACTIVE.test(key) ? 'active' : isUnknown(text.trim()) ? null : undefined
}

/** A platform as it is stored, however it is spelled; null when the text names none. */
export function parsePlatform(text: string, platforms: readonly Platform[]): string | null {
  if (text === '') return null
  const key = cellKey(text).replaceAll(' ', '')
  const known = platforms.find(({ aliases }) => aliases.includes(key))
  if (known !== undefined) return known.name
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
