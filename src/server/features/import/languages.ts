import { NAME_LOCALES } from './countries.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

/** ISO 639-1, as far as channels are made in them. */
const CODES =
  'aa ab af ak am an ar as av ay az ba be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi hr ht hu hy ia id ig ii is it iu ja jv ka kg ki kk kl km kn ko ks ku kv kw ky la lb lg li ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no nv ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi wa wo xh yi yo za zh zu'

const ALIASES: Readonly<Record<string, string>> = {
  zh: 'mandarin|cantonese|chinese simplified|chinese traditional|китайский|中文|国语|國語|普通话|粤语|粵語',
  en: 'eng|английский|англ|american english|british english',
  ru: 'rus|русский|рус',
  uk: 'ukrainian|украинский|ukr',
  he: 'iw|иврит',
  id: 'in|bahasa indonesia|bahasa',
  tl: 'filipino|fil|tagalog',
  no: 'norwegian|норвежский',
  pt: 'brazilian portuguese|portuguese brazil|portugues brasil|portugues br',
  es: 'castellano|spanish latin america|latin american spanish|spanish mexico',
  fa: 'farsi|persian',
}

const KNOWN = new Set(CODES.split(' '))

let keys: Map<string, string> | undefined

function languageKeys(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, code: string) => {
    const key = cellKey(name)
    if (key !== '' && !found.has(key)) found.set(key, code)
  }
  for (const [code, names] of Object.entries(ALIASES)) for (const name of names.split('|')) add(name, code)
  for (const locale of NAME_LOCALES) {
    const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
    for (const code of KNOWN) {
      const name = names.of(code)
      if (name !== undefined) add(name, code)
    }
  }
  for (const code of KNOWN) {
    const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code)
    if (own !== undefined) add(own, code)
  }
  return found
}

/**
 * A language as ISO 639-1, lower case, from codes (`en`, `eng`, `pt-BR`, `zh_Hant_TW`) or its name in about thirty languages.
 *
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseLanguage(cell: string): string | null | undefined {
  const text = cell.trim()
  if (KNOWN.has(text)) return text
  if (isUnknown(text)) return null
  if (text.length > 60) return undefined
  keys ??= languageKeys()
  const found = keys.get(cellKey(text)) ?? keys.get(cellKey(text.replace(/\(.*\)/, '')))
  if (found !== undefined) return found
  const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text)?.[1]?.toLowerCase()
  if (tag === undefined) return isNone(text) ? null : undefined
  // Canonical tags: `eng` is `en`, `iw` is `he`.
  const base = Intl.getCanonicalLocales(tag)[0] ?? tag
  if (KNOWN.has(base)) return base
  return /^(?:und|zxx|mul|mis|xxx?)$/.test(base) ? null : undefined
}

function isNone(text: string): boolean {
  return /^(?:other|multi|multiple|multilingual|other languages|другой|разные)$/i.test(text)
}
