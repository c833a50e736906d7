// E-mail addresses in a channel's name. They are masked because a contact is what people pay for, and what its owner may
// object to.

const BETWEEN = String.raw`[\s_-]+`
/** A word in brackets, such as `(at)` or `[dot]`. */
const bracketed = (words: string) => String.raw`\s*[(\[{<]\s*(?:${words})\s*[)\]}>]\s*`
const LOCAL = String.raw`[a-z0-9][a-z0-9._%+-]*`
const LABEL = String.raw`[\p{L}\p{N}-]+`
// The same between spelled-out dots, without the hyphens of those dots. If both could match a hyphen, a name with many of
// them would backtrack without end.
const NO_DOT = String.raw`(?!(?:dot|точка)[\s_-])`
const LOCAL_PART = String.raw`[a-z0-9][a-z0-9.%+]*(?:[_-]+${NO_DOT}[a-z0-9.%+]+)*`
const LABEL_PART = String.raw`[\p{L}\p{N}]+(?:-+${NO_DOT}[\p{L}\p{N}]+)*`
const TOP = '(?:[a-z]{2,}|ру|ком|рф|нет|орг)'
const AT = String.raw`(?:${BETWEEN}(?:at|собака)${BETWEEN}|${bracketed('at|a|собака|@')}|\s*@\s*)`
const DOT = `(?:${BETWEEN}(?:dot|точка)${BETWEEN}|${bracketed(String.raw`dot|точка|\.`)})`
/** Mail providers: before one, even 'at' or a spaced @ means an address; 'Look at Booking.com' does not. */
const PROVIDER =
  '(?:gmail|googlemail|yandex|ya|mail|bk|inbox|list|rambler|yahoo|outlook|hotmail|live|icloud|proton|protonmail|gmx|web)'

/** Addresses in words. For folded text only. */
const SPELLED = new RegExp(
  [
    String.raw`(?:${LOCAL_PART}${DOT})*${LOCAL_PART}[_-]*${AT}${LABEL_PART}(?:(?:\.|${DOT})${LABEL_PART})*${DOT}${TOP}`,
    String.raw`${LOCAL}(?:${bracketed('at|a|собака|@')}|${BETWEEN}собака${BETWEEN})${LABEL}(?:\.${LABEL})*\.${TOP}`,
    String.raw`${LOCAL}${AT}${PROVIDER}\s*\.\s*[a-z]{2,}`,
  ]
    .map((form) => String.raw`(?<![\p{L}\p{N}])${form}(?![\p{L}\p{N}])`)
    .join('|'),
  'giu',
)

/** Every address contains one of these; most names do not, and are not searched further. */
const HINT = /[@＠﹫]|(?<!\p{L})at(?!\p{L})|собака|[\uff21-\uff5a]/iu

/**
 * A name with each e-mail address replaced by `…`; empty when nothing else is left. Also recognises full-width letters, and
 * words for the characters, as in `anna (at) shop dot example`.
 */
export function withoutAddresses(name: string): string {
  if (!HINT.test(name)) return name
  const folded = name.normalize('NFKC').replaceAll('。', '.')
  const rest = folded
    .replace(SPELLED, '…')
    .replace(/[^\s,;<>"()[\]]+/gu, (token) => (/.@.+\../u.test(token) ? '…' : token))
  if (rest === folded) return name
  return /[\p{L}\p{N}]/u.test(rest) ? rest : ''
}

/** Text for reports and quarantine files: everything that contains an @ is removed. */
export function maskAddresses(text: string): string {
  return /[@＠﹫]/u.test(text)
    ? text.replace(/[^\s,;<>"'()[\]{}|]+/g, (token) => (/[@＠﹫]/u.test(token) ? '[address]' : token))
    : text
}
