const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(?:k|к|тыс)\.?$/, 1_000],
  [/(?:m|mln|м|млн)\.?$/, 1_000_000],
]

/** A number of subscribers as people type it: `50000`, `50 000`, `50K`, `1,5 млн`; null when it is none, or not whole. */
export function parseCount(text: string): number | null {
  const compact = text.toLowerCase().replace(/\s/gu, '')
  const [unit, factor] = UNITS.find(([ending]) => ending.test(compact)) ?? [null, 1]
  const digits = unit === null ? compact : compact.replace(unit, '')
  // A separator before three digits groups them; any other begins a fraction, which only a unit makes whole.
  const plain = unit === null ? digits.replace(/[.,'’](?=\d{3}(?:\D|$))/gu, '') : digits.replace(',', '.')
  const count = /^\d+(?:\.\d+)?$/.test(plain)
    ? Math.round(Number(plain) * factor * 1_000) / 1_000
    : Number.NaN
  return Number.isInteger(count) && count <= 999_999_999_999 ? count : null
}
