import { boughtContacts } from '#shared/i18n/server-texts.ts'
import { CURRENCIES, type Currency, PRICE_MAX, STAGES, type Stage } from '#shared/rules/cards.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '#shared/rules/purchases.ts'

// What people and their spreadsheets make of the cells of an exported file.

const LANGUAGES = Object.values(boughtContacts)

function key(text: string): string {
  return cleanText(text).toLowerCase().replaceAll('ё', 'е')
}

const COLUMNS: ReadonlyMap<string, ExportColumn> = new Map([
  ['stage', 'status'],
  ...EXPORT_COLUMNS.flatMap((column) =>
    [column, ...LANGUAGES.map(({ purchases }) => purchases.columns[column])].map(
      (name) => [key(name), column] as const,
    ),
  ),
])

const STAGE_WORDS: ReadonlyMap<string, Stage> = new Map(
  STAGES.flatMap((stage) =>
    [stage, ...LANGUAGES.map(({ purchases }) => purchases.statuses[stage])].map(
      (word) => [key(word), stage] as const,
    ),
  ),
)

/** The place of each column that the first row names, in either language; of two with one name the first. */
export function findColumns(header: readonly string[]): ReadonlyMap<ExportColumn, number> {
  const found = header.flatMap((name, place) => {
    const column = COLUMNS.get(key(name))
    return column === undefined ? [] : [[column, place] as const]
  })
  return new Map(found.toReversed())
}

export function readStage(cell: string): Stage | undefined {
  return STAGE_WORDS.get(key(cell))
}

const SIGNS: ReadonlyMap<string, Currency> = new Map([
  ['₽', 'RUB'],
  ['руб.', 'RUB'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₸', 'KZT'],
  ['֏', 'AMD'],
  ['₾', 'GEL'],
  ['₺', 'TRY'],
  ['₹', 'INR'],
])

export function readCurrency(cell: string): Currency | undefined {
  const text = cell.trim()
  return SIGNS.get(text.toLowerCase()) ?? CURRENCIES.find((currency) => currency === text.toUpperCase())
}

/** Longer cells hold no price; the expression below takes the square of their length. */
const PRICE_LENGTH_MAX = 40

/** Digits in groups of three, or not; then at most two decimals. */
const AMOUNT = /^(\d{1,3}(?:[., '’]\d{3})+|\d+)(?:[.,](\d{1,2})0*)?$/

/**
 * An amount as either language writes it: 1500.5, 1 500,50, 1,500.50, 1.500,50; of one sign before three digits, thousands.
 * A currency may stand beside it. Undefined: neither amount.
 */
export function readPrice(
  cell: string,
): { readonly amount: number; readonly currency?: Currency } | undefined {
  const text = cell.replace(/\s/g, ' ').trim()
  if (text.length > PRICE_LENGTH_MAX) return undefined
  const [, before = '', written = '', after = ''] =
    /^(\D*?) ?(\d[\d., '’]*?) ?([^\d., ][^\d]*)?$/.exec(text) ?? []
  const beside = `${before}${after}`
  const currency = beside === '' ? undefined : readCurrency(beside)
  const [, whole, decimals = '0'] = AMOUNT.exec(written) ?? []
  if (whole === undefined || (beside !== '' && currency === undefined)) return undefined
  // Groups are parted by one sign, which then is not that of the decimals.
  const signs = new Set(whole.match(/\D/g))
  if (signs.size > 1 || (decimals !== '0' && signs.has(/[.,](?=\d+$)/.exec(written)?.[0] ?? '')))
    return undefined
  const amount = Number(`${whole.replace(/\D/g, '')}.${decimals}`)
  return amount > PRICE_MAX ? undefined : { amount, ...(currency && { currency }) }
}

export type DayOrder = 'day first' | 'month first' | undefined

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/

/** In which order a column writes dates with slashes, if a number over 12 shows it. */
export function findDayOrder(cells: readonly string[]): DayOrder {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell.trim()) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  const isDayFirst = pairs.some(([first]) => first > 12)
  if (isDayFirst === pairs.some(([, second]) => second > 12)) return undefined
  return isDayFirst ? 'day first' : 'month first'
}

/** Days of spreadsheets count from here; these are of the years 1954 to 2119. */
const SERIAL = { zero: Date.UTC(1899, 11, 30), from: 20_000, to: 80_000 }
const DAY_MS = 86_400_000

/**
 * The dates that a cell may mean: 2026-12-31, 31.12.2026, 12/31/2026 or 46387, with a time or without. None: it is no date;
 * two: the order of 1/2/2026 is open.
 */
export function readDates(cell: string, order: DayOrder): readonly string[] {
  const text = cell.trim()
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
    const days = Number.parseInt(text, 10)
    const isDay = days >= SERIAL.from && days <= SERIAL.to
    return isDay ? [new Date(SERIAL.zero + days * DAY_MS).toISOString().slice(0, 10)] : []
  }
  const [date = '', ...time] = text.split(/[T ]/)
  if (time.length > 0 && !/^\d{1,2}:\d{2}/.test(time.join(' '))) return []
  const [, year, month = '', day = ''] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(date) ?? []
  if (year !== undefined) return realDates([year, month, day])
  const [, dotDay, dotMonth = '', dotYear = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\.?$/.exec(date) ?? []
  if (dotDay !== undefined) return realDates([dotYear, dotMonth, dotDay])
  const [, first, second = '', slashYear = ''] = SLASHED.exec(date) ?? []
  if (first === undefined || SLASHED.exec(date)?.[0] !== date) return []
  const readings = [
    ...(order === 'month first' ? [] : realDates([slashYear, second, first])),
    ...(order === 'day first' ? [] : realDates([slashYear, first, second])),
  ]
  return [...new Set(readings)]
}

function realDates([year, month, day]: readonly [string, string, string]): readonly string[] {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? [date] : []
}
