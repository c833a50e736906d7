import { CODE_LENGTH } from '#shared/rules/accounts.ts'

/** The cells of a code; each holds one digit or is empty. */
export type Cells = readonly string[]

/** The cells after a change, and the cell to focus. */
export interface CellChange {
  readonly cells: Cells
  readonly focus: number
}

export const EMPTY_CELLS: Cells = Array.from({ length: CODE_LENGTH }, () => '')

const LAST = CODE_LENGTH - 1

/**
 * Inserts pasted, autofilled or typed digits: a whole code from the first cell, fewer from the given one. Other characters
 * are dropped.
 */
export function putDigits(cells: Cells, at: number, text: string): CellChange {
  const digits = digitsOf(text).slice(0, CODE_LENGTH)
  if (digits === '') return { cells, focus: at }
  const from = digits.length === CODE_LENGTH ? 0 : at
  const next = cells.map((digit, place) => digits[place - from] ?? digit)
  return { cells: next, focus: Math.min(from + digits.length, LAST) }
}

/**
 * Interprets a cell's new content, for phones that do not report keys: after typing it also holds the old digit.
 * @param content the whole content of the cell's input
 */
export function changeCell(cells: Cells, at: number, content: string): CellChange {
  const old = cells[at] ?? ''
  if (content === '') return { cells: cells.with(at, ''), focus: at }
  const digits = digitsOf(content)
  if (digits === old && content !== old) return { cells, focus: at }
  return putDigits(cells, at, digits.length === 2 ? digits.replace(old, '') : digits)
}

/** Backspace: clears a filled cell; in an empty one, goes back and clears the previous cell. */
export function eraseBackwards(cells: Cells, at: number): CellChange {
  const target = cells[at] === '' ? Math.max(at - 1, 0) : at
  return { cells: cells.with(target, ''), focus: target }
}

/** The code once every cell is filled, else null. */
export function codeOf(cells: Cells): string | null {
  return cells.includes('') ? null : cells.join('')
}

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '')
}
