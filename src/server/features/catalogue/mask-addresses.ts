// E-mail addresses that stand in a channel's name: a contact is what people pay for, and what its owner may object to.

const BETWEEN = String.raw`[\s_-]+`
/** A word in brackets, as `(at)`, `[dot]`. */
const bracketed = (words: string) => String.raw`\s*[(\[{<]\s*(?:${words})\s*[)\]}>]\s*`
const LOCAL = String.raw`[a-z0-9][a-z0-9._%+-]*`
const LABEL = String.raw`[\p{L}\p{N}-]+`
// The same between spelled dots, whose hyphens they leave alone: could both take them, a name of many would be read in more
// ways than can be tried.
const NO_DOT = String.raw`(?!(?:dot|точка)[\s_-])`
const LOCAL_PART = String.raw`[a-z0-9][a-z0-9.%+]*(?:[_-]+${NO_DOT}[a-z0-9.%+]+)*`
const LABEL_PART = String.raw`[\p{L}\p{N}]+(?:-+${NO_DOT}[\p{L}\p{N}]+)*`
const TOP = '(?:[a-z]{2,}|ру|ком|рф|нет|орг)'
const AT = String.raw`(?:${BETWEEN}(?:at|собака)${BETWEEN}|${bracketed('at|a|собака|@')}|\s*@\s*)`
const DOT = `(?:${BETWEEN}(?:dot|точка)${BETWEEN}|${bracketed(String.raw`dot|точка|\.`)})`
/** Providers of mail, before whom even 'at' and a spaced @ mean one; 'Look at Booking.com' means none. */
const PROVIDER =
  '(?:gmail|googlemail|yandex|ya|mail|bk|inbox|list|rambler|yahoo|outlook|hotmail|live|icloud|proton|protonmail|gmx|web)'

/** Addresses in words. Folded text only. */
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

/** What no address does without; most names have none of it and cost no more than this. */
const HINT = /[@＠﹫]|(?<!\p{L})at(?!\p{L})|собака|[\uff21-\uff5a]/iu

/**
 * A name without the e-mail addresses in it, each of which becomes a `…`; empty when it is nothing else. Addresses are known also
 * in full-width letters and with words for their signs, as in `anna (at) shop dot example`.
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

/** A text for reports and quarantine files: whatever holds an @ is taken out. */
export function maskAddresses(text: string): string {
  return /[@＠﹫]/u.test(text)
    ? text.replace(/[^\s,;<>"'()[\]{}|]+/g, (token) => (/[@＠﹫]/u.test(token) ? '[address]' : token))
    : text
}
