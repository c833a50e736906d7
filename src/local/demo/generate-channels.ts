import {
  type Audience,
  audienceBits,
  AUDIENCES,
  CONTENT_TYPES,
  type ContentType,
  contentTypeBits,
} from '#shared/rules/filters.ts'
import { demoName, monogram, type NameLanguage, slugOf } from './names.ts'
import { type Dice, diceFor } from './dice.ts'
import { makeVocabulary } from './vocabulary.ts'
import type { RowContacts } from '#server/features/import/contacts.ts'
import type { ImportRow } from '#server/features/import/row.ts'
import { isNoName } from '#server/features/catalogue/clean-text.ts'
import { DAY_MS } from '#shared/rules/time.ts'

export interface GenerateOptions {
  readonly count: number
  /** The same seed makes the same channels; a short list is the beginning of a longer one. */
  readonly seed: number
  /**
   * `believable` reads like real names and suffices for some ten thousand channels; `statistical` is distributed like the
   * names of millions.
   */
  readonly names: 'believable' | 'statistical'
}

/** A fixed reference time, so that generated facts do not depend on the day they are made. */
export const GENERATED_AT = Date.UTC(2026, 9, 1)

/** Invented channels: ids begin with `UCdemo`, addresses are at reserved domains, and this server serves the pictures. */
export function* generateChannels({
  count,
  seed,
  names,
}: GenerateOptions): Generator<ImportRow, void, undefined> {
  const vocabulary = names === 'statistical' ? makeVocabulary(seed) : null
  const taken = new Set<string>()
  for (let index = 0; index < count; index++) {
    const dice = diceFor(seed, index)
    const types = rollTypes(dice)
    const language = weighted(dice, LANGUAGES, LANGUAGE_WEIGHTS)
    let name = vocabulary?.name(dice) ?? demoName(dice, language, types[0])
    // One in a hundred thousand invented words is `Nan`, which an import does not accept as a name.
    if (isNoName(name)) name += ' TV'
    let slug = slugOf(name)
    if (vocabulary === null) {
      // People read short lists, so names do not repeat while there are enough words.
      for (let tries = 0; taken.has(name) && tries < 20; tries++) name = demoName(dice, language, types[0])
      taken.add(name)
      slug = freeSlug(slugOf(name), taken)
    } else slug = `${slug.slice(0, 20).replace(/\.+$/, '')}_${index.toString(36)}`
    const place = dice.pick(vocabulary === null ? PLACES[language] : ANYWHERE)
    yield { line: index + 1, ...channel(dice, idOf(seed, index), name, slug, types, place) }
  }
}

/** @param place  language and country, such as `en-US` */
function channel(
  dice: Dice,
  platformId: string,
  name: string,
  slug: string,
  types: readonly [ContentType, ...ContentType[]],
  place: string,
): Omit<ImportRow, 'line'> {
  const subscribers = throwSubscribers(dice)
  const uploads = Math.round(5 + (subscribers + 50) ** 0.36 * (0.5 + 3 * dice.next()))
  const views = Math.round((subscribers + 20) * (15 + 400 * dice.next() ** 3) + uploads * 40)
  // Large channels are rarely inactive.
  const inactiveDays = Math.floor(dice.next() ** (2 + Math.log10(subscribers + 1)) * 900)
  const picture = `/thumbnails/demo/${platformId}-${encodeURIComponent(monogram(name))}.svg`
  return {
    platform: 'youtube',
    platformId,
    handle: dice.chance(0.9) ? slug : null,
    source: 'generated',
    name,
    url: null,
    thumbnailUrl: dice.chance(0.97) ? picture : null,
    contentTypes: dice.chance(0.97) ? contentTypeBits(types) : 0,
    audiences: dice.chance(0.93) ? audienceBits(throwAudiences(dice, types[0])) : 0,
    subscribers: dice.chance(0.96) ? subscribers : null,
    views: dice.chance(0.97) ? views : null,
    uploads,
    country: dice.chance(0.92) ? place.slice(3) : null,
    language: dice.chance(0.9) ? place.slice(0, 2) : null,
    lastUploadAt: GENERATED_AT - inactiveDays * DAY_MS - dice.below(DAY_MS / 60_000) * 60_000,
    status: null,
    fetchedAt: GENERATED_AT,
    contacts: dice.chance(0.6) ? rollContacts(dice, slug) : null,
  }
}

// Zipf-like: a Pareto distribution cut off at 260 million, so that every range contains channels, even among 20,000.
const MIN_SUBSCRIBERS = 300
const MAX_SUBSCRIBERS = 260_000_000
const SHAPE = 0.45
const CUT = 1 - (MIN_SUBSCRIBERS / MAX_SUBSCRIBERS) ** SHAPE

function throwSubscribers(dice: Dice): number {
  const exact = MIN_SUBSCRIBERS / (1 - CUT * dice.next()) ** (1 / SHAPE)
  // The smallest channels are below the distribution's minimum, down to 0.
  const small = exact < MIN_SUBSCRIBERS * 1.6 ? exact * dice.next() : exact
  // Platforms report only three digits.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(small + 1)) - 2)
  return Math.floor(small / unit) * unit
}

/** The frequency of each content type, in the order of the list. */
const TYPE_WEIGHTS = [15, 6, 7, 4, 13, 7, 11, 4, 12, 10, 4, 6, 6, 4, 2]

function rollTypes(dice: Dice): [ContentType, ...ContentType[]] {
  const roll = () => weighted(dice, CONTENT_TYPES, TYPE_WEIGHTS)
  const first = roll()
  if (!dice.chance(0.28)) return [first]
  const second = roll()
  return second !== first && dice.chance(0.1) ? [first, second, roll()] : [first, second]
}

/** The frequency of each audience, usually and for content types that differ. */
const USUAL_AUDIENCE = [6, 20, 32, 34, 8]
const AUDIENCE_WEIGHTS: Readonly<Partial<Record<ContentType, readonly number[]>>> = {
  Animation: [60, 20, 10, 9, 1], Gaming: [12, 38, 34, 15, 1], Beauty: [2, 28, 40, 27, 3],
  Politics: [0, 2, 20, 48, 30], News: [0, 3, 20, 47, 30], Health: [1, 4, 18, 45, 32],
} // biome-ignore format: a table

function throwAudiences(dice: Dice, type: ContentType): Audience[] {
  const weights = AUDIENCE_WEIGHTS[type] ?? USUAL_AUDIENCE
  const first = AUDIENCES.indexOf(weighted(dice, AUDIENCES, weights))
  // Audiences of neighbouring ages overlap; some channels are for everybody.
  if (dice.chance(0.04)) return [...AUDIENCES]
  const second = dice.chance(0.4) ? first + (dice.chance(0.5) ? 1 : -1) : first
  return AUDIENCES.filter((_, index) => index === first || index === second)
}

function weighted<T>(dice: Dice, list: readonly T[], weights: readonly number[]): T {
  let at = dice.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = list.find((_, index) => (at -= weights[index] ?? 0) < 0)
  return found ?? (list[0] as T)
}

const LANGUAGES: readonly NameLanguage[] = ['ru', 'en', 'ja', 'zh', 'ko', 'es', 'de']
const LANGUAGE_WEIGHTS = [46, 43, 2.5, 2, 1.5, 3, 2]

/** The countries of each language; a repeated one is more frequent. */
const PLACES: Readonly<Record<NameLanguage, readonly string[]>> = {
  ru: 'ru-RU ru-RU ru-RU ru-RU ru-RU ru-RU ru-RU ru-RU ru-RU ru-KZ ru-KZ ru-BY ru-UA ru-AM ru-GE ru-DE ru-IL ru-UZ ru-KG'.split(' '),
  en: 'en-US en-US en-US en-US en-US en-US en-GB en-GB en-GB en-CA en-CA en-AU en-IN en-IN en-IE en-NZ en-PH en-NG en-ZA en-SG'.split(' '),
  ja: ['ja-JP'],
  zh: 'zh-TW zh-TW zh-HK zh-SG zh-MY'.split(' '),
  ko: ['ko-KR'],
  es: 'es-ES es-MX es-AR es-CO es-CL es-PE'.split(' '),
  de: 'de-DE de-DE de-DE de-AT de-CH'.split(' '),
} // biome-ignore format: a table

const ANYWHERE =
  'en-US|hi-IN|ru-RU|pt-BR|en-GB|de-DE|fr-FR|es-ES|es-MX|id-ID|ja-JP|ko-KR|uk-UA|ru-KZ|tr-TR|it-IT|pl-PL|vi-VN|en-PH|ar-EG'.split('|') // biome-ignore format: a list

const MAILBOXES = ['hello', 'contact', 'ads', 'business', 'promo', 'reklama', 'team', 'info']
const DOMAINS = ['example.com', 'example.org', 'example.net']

function rollContacts(dice: Dice, slug: string): RowContacts {
  const host = slug.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'channel'
  const domain = dice.pick(DOMAINS)
  const own = `${dice.pick(MAILBOXES)}@${host}.${domain}`
  const shared = `${host}@${dice.pick(DOMAINS)}`
  const addresses = dice.chance(0.08) ? [own, shared] : [dice.chance(0.6) ? own : shared]
  const lastSeenAt = GENERATED_AT - dice.below(300) * DAY_MS
  const isPage = dice.chance(0.75)
  return {
    addresses,
    sourceKind: isPage ? 'website' : 'creator',
    sourceUrl: `https://${host}.${domain}/${isPage ? 'contact' : 'press-kit'}`,
    firstSeenAt: lastSeenAt - dice.below(700) * DAY_MS,
    lastSeenAt,
  }
}

function freeSlug(slug: string, taken: Set<string>): string {
  const base = slug.slice(0, 24).replace(/\.+$/, '')
  let free = base
  for (let number = 2; taken.has(`@${free}`); number++) free = `${base}${number}`
  taken.add(`@${free}`)
  return free
}

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Its last eleven characters differ from one seed to the next. */
function idOf(seed: number, index: number): string {
  const dice = diceFor(seed ^ 0x5eed, index)
  const tail = Array.from({ length: 11 }, () => SIGNS[dice.below(SIGNS.length)])
  return `UCdemo${index.toString(36).padStart(7, '0')}${tail.join('')}`
}
