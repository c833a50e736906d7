import { searchText } from '#shared/rules/search-text.ts'
import { cell, NULL } from './copy.ts'

/** Rows on their way to the staging table; strings, because those pass between threads at the price of a copy. */
export interface StagedPiece {
  /** A line of `copyCells` for each row. */
  readonly cells: string
  /** A name for each row; empty when the row has none. */
  readonly names: string
}

const encoder = new TextEncoder()

/** The rows as COPY takes them, in UTF-8: each with what its name is found by. */
export function addSearchKeys({ cells, names }: StagedPiece): Uint8Array<ArrayBuffer> {
  let lines = ''
  let nameStart = 0
  for (let start = 0, end; (end = cells.indexOf('\n', start)) !== -1; start = end + 1) {
    const nameEnd = names.indexOf('\n', nameStart)
    lines += `${cells.slice(start, end)}\t${keyCells(names.slice(nameStart, nameEnd))}\n`
    nameStart = nameEnd + 1
  }
  return encoder.encode(lines)
}

function keyCells(name: string): string {
  if (name === '') return `${NULL}\t${NULL}`
  const { nameKey, words } = searchText(name)
  // A name of nothing but marks has no key; the name itself keeps such channels of one source apart.
  return `${cell(nameKey || name.toLowerCase())}\t${cell(words)}`
}
