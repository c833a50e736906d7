/** The minimum number of purchases, contacts or channels behind a public number; a smaller cell is left out. */
export const MIN_CELL_SIZE = 20

/** The minimum number of people behind a number about purchases: what one buyer did is not published. */
export const MIN_PEOPLE = 5

/** How many months are shown, the running one included. */
export const TRUST_MONTHS = 12

/**
 * A part of a whole as it is published: to a per cent, from 1,000 on to a tenth of one.
 * @returns 0.021 for 2.1 %
 */
export function shareOf(part: number, whole: number): number {
  const digits = whole < 1_000 ? 100 : 1_000
  return Math.round((part / whole) * digits) / digits
}

/** A number of purchases as it is published: rounded down, so that two days apart do not tell of a few between them. */
export function atLeast(count: number): number {
  return count - (count % MIN_CELL_SIZE)
}
