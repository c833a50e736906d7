import { isUnknown } from '#server/features/catalogue/clean-text.ts'

/** Counts beyond this are not counts. */
const MOST = Number.MAX_SAFE_INTEGER

const MULTIPLIERS = new Map<string, number>()
for (const [factor, words] of [
  [1e3, 'k|к|т|тыс|тысяч|тысяча|тысячи|тис|thousand|mil|tsd|tsd|bin|tys|千|천'],
  [1e4, 'w|万|萬|만'],
  [1e5, 'lakh|lakhs|lac'],
  [
    1e6,
    'm|м|mn|mln|млн|мільйонів|миллион|миллиона|миллионов|mio|mi|million|millions|millones|millon|milhoes|milhões|milhão|millionen|milyon|百万|百萬',
  ],
  [1e7, 'cr|crore|crores|千万|千萬'],
  [1e8, '亿|億|억'],
  [
    1e9,
    'b|bn|bln|bi|mrd|mld|млрд|миллиард|миллиарда|миллиардов|billion|billions|milliard|milliards|milliarden|milyar|十亿',
  ],
  [1e12, 'tn|trn|trillion|трлн'],
] as const) {
  for (const word of words.split('|')) MULTIPLIERS.set(word, factor)
}

/** What may stand after a number without changing it. */
const UNITS =
  /^(?:subs?|subscribers?|followers?|views?|videos?|uploads?|fans?|подписчик\p{L}*|просмотр\p{L}*|видео|suscriptores|inscritos|abonn\p{L}*|aufrufe|vues|vistas|visualizaciones|visualizações|abone|人|次|本|回|명|개|位)$/u

// [\s] covers no-break and narrow spaces, the usual separators in Russian and French.
const NUMBER = /^(\d[\d.,'’_\s]*)(?:e([+-]?\d{1,2})(?![\p{L}\d]))?/iu

/**
 * A count as people and spreadsheets write it: `1,234`, `1 234`, `1.234.567`, `2.28E+11`, `12.3M`, `1,2 млн`, `5K`, `3.4万`.
 * One separator before exactly three digits separates thousands, for nobody has a part of a subscriber.
 *
 * @returns a whole number; null when the cell says that the count is unknown; undefined when it cannot be understood
 */
export function parseCount(cell: string): number | null | undefined {
  if (/^\d{1,15}$/.test(cell)) return Number(cell)
  const text = cell.trim()
  if (isUnknown(text)) return null
  if (text.length > 60) return undefined
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[~≈<>+]\s*/, '')
  const match = NUMBER.exec(plain)
  if (match === null) return undefined
  const words = plain
    .slice(match[0].length)
    .split(/[\s+.]+/)
    .filter((word) => word !== '')
  const factor = words.length > 0 ? MULTIPLIERS.get(words[0] as string) : undefined
  const units = factor === undefined ? words : words.slice(1)
  if (!units.every((word) => UNITS.test(word))) return undefined
  const exponent = match[2]
  const digits = decimalText((match[1] as string).trim(), factor !== undefined || exponent !== undefined)
  if (digits === undefined) return undefined
  const value = Math.round(Number(exponent === undefined ? digits : `${digits}e${exponent}`) * (factor ?? 1))
  return value <= MOST ? value : undefined
}

/** The same number without separators of thousands and with a point; undefined when its separators contradict each other. */
function decimalText(text: string, isScaled: boolean): string | undefined {
  const digits = text.replace(/[.,]$/, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return ungrouped(digits)
  const mark = digits[last] as string
  const whole = digits.slice(0, last)
  const rest = digits.slice(last + 1)
  if (!/^\d+$/.test(rest)) return ungrouped(digits)
  if (whole.includes(mark)) return whole.includes(mark === '.' ? ',' : '.') ? undefined : ungrouped(digits)
  const isThousands = /^[1-9]\d{0,2}$/.test(whole) && rest.length === 3 && !isScaled
  if (isThousands) return whole + rest
  const integer = ungrouped(whole)
  return integer === undefined ? undefined : `${integer}.${rest}`
}

/** Digits of groups of three; Indian grouping (12,34,567) too. */
function ungrouped(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text
  return /^\d{1,3}(?:[.,'’_\s]\d{2,3})*[.,'’_\s]\d{3}$/.test(text) ? text.replace(/\D/g, '') : undefined
}
