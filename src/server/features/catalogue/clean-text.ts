import { cleanText } from '#shared/rules/clean-text.ts'
import { withoutAddresses } from './mask-addresses.ts'

/** Words by which files mark a value as unknown, after `cellKey`. */
const UNKNOWN = new Set(
  (
    'null|nil|none|na|n a|nan|undefined|unknown|hidden|private|not available|not found|no data|missing|tbd|empty|' +
    'неизвестно|не известно|скрыто|скрыты|скрыт|нет|нет данных|не указано|не указан|не указана|невідомо|приховано|' +
    'oculto|ocultos|desconocido|sin datos|desconhecido|sem dados|verborgen|verborgt|versteckt|unbekannt|keine angabe|' +
    'masque|masques|inconnu|inconnue|nascosto|sconosciuto|gizli|bilinmiyor|yok|ukryte|nieznane|' +
    '未知|不明|隐藏|隱藏|未公开|未公開|非公開|非表示|无|無|なし|비공개|알 수 없음|없음|' +
    'div 0|value|ref|name|num|дел 0|знач|ссылка|имя|число|н д|wert|bezug|nv'
  ).split('|'),
)

/**
 * A cell, header or name in the form used for comparison: compatibility forms folded, no accents, lower case, single
 * spaces.
 */
export function cellKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[ıßłđø]/g, (letter) => UNACCENTED[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/** Letters that have no accent to take off, but are written without it. */
const UNACCENTED: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ł: 'l', đ: 'd', ø: 'o' }

/** Whether a cell means 'unknown': empty, only dashes and dots, or one of the usual words in several languages. */
export function isUnknown(text: string): boolean {
  if (text === '') return true
  if (text.length > 24 || /^\s*\d/.test(text)) return false
  const key = cellKey(text)
  return key === '' ? !/\p{Extended_Pictographic}/u.test(text) : UNKNOWN.has(key)
}

// What is left of text after a wrong decoding: the replacement character, itself decoded wrongly once more (ï¿½, also
// cut off), runs of dotless i, UTF-8 Cyrillic or CJK read as Latin-1 or windows-1252, and question marks in place of letters.
const MANGLED =
  /\ufffd|ï¿|ıı|(?:[ÐÑ][\u0080-\u00bf\u0152-\u0192\u2013-\u2122]){2}|(?:[ãäåæçèé][\u0080-\u00bf\u0152-\u0192\u2013-\u2122]{2}){2}|[ÃÂ][\u0080-\u00bf]|\?{5}|(?:[РС][\u00a0\u00b0-\u00bf\u0402-\u040f\u0452-\u045f\u2013-\u2122]){3}/

/** Whether a name lost its letters in a wrong decoding; such a name cannot be repaired. */
export function isMangled(name: string): boolean {
  return MANGLED.test(name) || /^[?\s]*\?[?\s]*$/.test(name)
}

// Fewer words than for other cells: a channel may well be called Unknown or Hidden.
const NO_NAME = /^(?:|null|nil|nan|none|undefined|n\/a|#n\/a|#value!|#ref!|#name\?|[-–—]{1,3})$/i

/** Characters that nobody sees, blank letters included: of these alone, a link would have no name. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]*$/u

/** Whether a cell of a column of names holds no name. */
export function isNoName(text: string): boolean {
  return NO_NAME.test(text) || UNSEEN.test(text)
}

/** Longest name of a channel. */
export const MAX_NAME = 200

/** A channel's name for display, '' when it is not a name. The caller refuses one longer than `MAX_NAME`. */
export function publicName(given: string): string {
  const text = cleanText(given)
  const name = text.length <= MAX_NAME ? withoutAddresses(text) : text
  return isNoName(name) ? '' : name
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
}

/** Text in answers of web services is often escaped HTML. */
export function withoutEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp|commat|period)|#(\d{2,6})|#x([\da-f]{2,5}));/gi,
    (given: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? given
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point > 0x1f && point < 0x11_0000 ? String.fromCodePoint(point) : given
    },
  )
}
