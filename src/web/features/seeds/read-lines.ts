import { SEED_LINE_MAX } from '#shared/rules/bounds.ts'
import { cleanText } from '#shared/rules/clean-text.ts'

/** What looks like an address, a handle or an id: a cell that names a channel better than its neighbours do. */
const EXACT = /^(?:https?:\/\/|@|www\.|[\w-]+\.[a-z]{2,}\/|UC[\w-]{22}$)/iu

/**
 * The lines of a pasted list, each once, as they are shown and asked for: without control and direction characters. Of a row of a spreadsheet, the cell with an address, a handle or an id is taken, otherwise
 * the first.
 */
export function readLines(text: string): readonly string[] {
  const lines = text
    .split(/[\n\r\u2028\u2029]+/u)
    .map((row) => {
      const cells = row.split('\t').map(cleanText)
      const line = cells.find((cell) => EXACT.test(cell)) ?? cells.find((cell) => cell !== '') ?? ''
      // No address is longer before its parameters.
      return line.slice(0, SEED_LINE_MAX).toWellFormed()
    })
    .filter((line) => line !== '')
  return [...new Set(lines)]
}
