import { type Audience, audienceBits, parseAudience } from '#shared/rules/audiences.ts'
import { type ContentType, contentTypeBits, parseContentType } from '#shared/rules/content-types.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

// English and Russian words for values, separated by `|`. They are compared by `cellKey`.

/**
 * Categories of others as the product's fifteen content types: the video platform's categories (by name and number) and
 * topics, channel types of statistics sites, sections of lists. Those without a counterpart are unknown.
 */
const CONTENT_TYPES: readonly (readonly [types: readonly ContentType[], names: string])[] = [
  [['Gaming'], '20|gaming|game|games|video game|video games|esports|video game culture|игры|видеоигры|компьютерные игры|гейминг'],
  [['Beauty'], 'beauty|makeup|cosmetics|skincare|красота|косметика|макияж'],
  [['Beauty', 'Fashion'], '26|howto style|howto|style|beauty fashion|fashion beauty|хобби и стиль|красота и мода|мода и красота'],
  [['Tech Reviews'], '28|tech|technology|science technology|gadgets|it|companies official|conferences and meetups recordings|conference interview|технологии|техника|наука и техника|гаджеты'],
  [['Education', 'Tech Reviews'], 'frontend|backend|coding|programming|web development|sysadmin devops sre|devops|data science|программирование|разработка|айти'],
  [['Fashion'], 'fashion|clothing|мода'],
  [['Entertainment'], '24|entertainment|43|show|shows|30|movies|44|trailers|film|films|tv|television|television program|performing arts|17|sport|sports|football|association football|mixed martial arts|15|animals|pet|pets|pets animals|развлечения|спорт|фильмы|кино|шоу|животные|сериалы'],
  [['Comedy'], '23|comedy|humor|humour|юмор|комедия|приколы'],
  [['Education'], '27|education|learning|knowledge|q a|science|history|languages|образование|обучение|наука|история|познавательное'],
  [['Fitness'], 'fitness|workout|gym|yoga|physical fitness|фитнес|йога|тренировки'],
  [['Vlogs'], '22|21|vlogs|vlog|people blogs|people|blogs|blog|lifestyle|lifestyle sociology|family|люди и блоги|блоги|влоги|влог|лайфстайл|семья'],
  [['Music'], '10|music|hip hop|rap|rock|jazz|музыка'],
  [['Health'], 'health|medicine|здоровье|медицина'],
  [['Travel'], '19|travel|tourism|travel events|путешествия|туризм'],
  [['Animation'], '1|31|film animation|animation|anime|cartoons|анимация|мультфильмы|мультики|аниме|фильмы и анимация'],
  [['News'], 'news|journalism|новости|сми'],
  [['News', 'Politics'], '25|news politics|новости и политика'],
  [['Politics'], 'politics|политика'],
  [[], '2|autos vehicles|vehicle|autos|29|nonprofits activism|nonprofit|hobby|food|society|religion|just for fun|other|другое|прочее|разное|авто|транспорт|еда|общественная деятельность'],
] // biome-ignore format: a table

const AUDIENCES: readonly (readonly [audience: Audience, words: string])[] = [
  ['Kids', 'kid|child|children|дети|детям|для детей'],
  ['Teenagers', 'teen|teens|teenager|13 17|подростки|подросткам'],
  ['Youth', 'young adults|students|18 24|молодежь|студенты'],
  ['Adults', 'adult|25 34|35 44|45 54|взрослые|взрослым'],
  ['OlderGen', 'seniors|elderly|55 64|65|пожилые|пенсионеры'],
] // biome-ignore format: a table

/** Names of countries that the runtime does not know. */
const COUNTRIES =
  'US:usa|US:сша|US:u s|US:u s a|US:united states of america|US:соединенные штаты америки|GB:uk|GB:great britain|GB:england|' +
  'GB:англия|RU:russian federation|RU:российская федерация|RU:рф|KR:korea|KR:republic of korea|KR:корея|KR:южная корея|' +
  'CZ:czech republic|CZ:чешская республика|TR:turkey|HK:hong kong|HK:гонконг|MO:macao|MO:макао|MO:macau|AE:uae|VN:viet nam|' +
  'BY:белоруссия|KG:кыргызстан|MD:молдавия|CI:ivory coast|NL:holland|BA:bosnia|PS:palestine'

function byWord<T>(table: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(
    table.flatMap(([value, words]) => words.split('|').map((word) => [cellKey(word), value] as const)),
  )
}

const CONTENT_TYPE_BITS = byWord(
  CONTENT_TYPES.map(([types, words]) => [contentTypeBits(types), words] as const),
)
const AUDIENCE_BY_WORD = byWord(AUDIENCES)

/**
 * The content types in a cell, as stored bits; several are separated by `,`, `;`, `|` or `/`.
 * @returns null when the cell says unknown or names only categories without a counterpart; undefined when it is not understood
 */
export function parseContentTypes(cell: string): number | null | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return null
  const found = [text, ...text.split(/[,;|/]/)].map(oneCategory)
  const bits = found[0] ?? found.reduce((all, one) => (one === undefined ? all : (all ?? 0) | one))
  return bits === 0 ? null : bits
}

function oneCategory(text: string): number | undefined {
  const own = parseContentType(text)
  if (own !== null) return contentTypeBits([own])
  // Topics of the video platform are addresses: https://en.wikipedia.org/wiki/Action-adventure_game
  const key = cellKey(text.replace(/^https?:\/\/[^/]*wikipedia\.org\/wiki\//, ''))
  if (key.endsWith(' game')) return contentTypeBits(['Gaming'])
  if (/ music$|^music of /.test(key)) return contentTypeBits(['Music'])
  return CONTENT_TYPE_BITS.get(key) ?? CONTENT_TYPE_BITS.get(key.replace(' and ', ' '))
}

/**
 * The audiences in a cell, as stored bits: the product's own words, some others, and age groups.
 * @returns null when the cell says that they are unknown; undefined when nothing of it can be understood
 */
export function parseAudiences(cell: string): number | null | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return null
  const found = text
    .split(/[,;|/+&]|\s+(?:and|и)\s+/u)
    .map((part) => parseAudience(part) ?? AUDIENCE_BY_WORD.get(cellKey(part)))
    .filter((audience) => audience !== undefined)
  return found.length === 0 ? undefined : audienceBits(found)
}

/** What the runtime names although it is no country, and what files write instead of one. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XX ZZ WORLDWIDE GLOBAL WORLD'.split(' '))

const countries = lazily(() => {
  const own = COUNTRIES.split('|').map((entry) => [cellKey(entry.slice(3)), entry.slice(0, 2)] as const)
  return new Map([...codesByName('region'), ...own])
})
const languages = lazily(() => codesByName('language'))

/**
 * A country as ISO 3166-1 alpha-2, from its code or its name in about thirty languages.
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseCountry(cell: string): string | null | undefined {
  const text = cell.trim()
  // `NA` is Namibia.
  if (NO_COUNTRY.has(text.toUpperCase()) || (isUnknown(text) && text.toUpperCase() !== 'NA')) return null
  return countries().get(plainName(text))
}

/**
 * A language as ISO 639-1, lower case, from a tag (`en`, `eng`, `pt-BR`) or its name in about thirty languages.
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseLanguage(cell: string): string | null | undefined {
  const text = cell.trim()
  if (isUnknown(text) || /^(?:und|mul|zxx|multi|other)$/i.test(text)) return null
  const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text)?.[1]
  // Canonical tags: `rus` is `ru`, `iw` is `he`.
  return languages().get(plainName(text)) ?? languages().get(Intl.getCanonicalLocales(tag ?? [])[0] ?? '')
}

/** The first of these languages that has a name decides what it means. */
const NAME_LOCALES =
  'en ru uk be kk es pt fr de it nl pl cs tr zh zh-Hant ja ko ar hi id vi sv fi da nb ro hu el he th'.split(
    ' ',
  )

/** Codes of two letters by themselves and by their names in about thirty languages, and, of a language, in itself. */
function codesByName(type: 'region' | 'language'): Map<string, string> {
  const letters = [...(type === 'region' ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz')]
  const namesIn = (locale: string) => new Intl.DisplayNames(locale, { type, fallback: 'none' })
  const [english, ...others] = NAME_LOCALES.map(namesIn)
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    // Former codes have other canonical tags.
    .filter(
      (code) => !NO_COUNTRY.has(code) && english?.of(code) !== undefined && canonical(type, code) === code,
    )
  const named = [english, ...others].flatMap((names) => codes.map((code) => [names?.of(code), code] as const))
  const own = type === 'language' ? codes.map((code) => [namesIn(code).of(code), code] as const) : []
  const all = [...codes.map((code) => [code, code] as const), ...named, ...own].toReversed()
  return new Map(
    all.flatMap(([name, code]) => (name === undefined ? [] : [[plainName(name), code] as const])),
  )
}

function canonical(type: 'region' | 'language', code: string): string | undefined {
  return type === 'language'
    ? Intl.getCanonicalLocales(code)[0]
    : new Intl.Locale('und', { region: code }).region
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** `Trinidad and Tobago` and `Trinidad & Tobago`, `The Bahamas` and `Bahamas` are the same. */
function plainName(name: string): string {
  return cellKey(name)
    .replace(/^the /, '')
    .replace(/ (?:and|и) /u, ' ')
}
