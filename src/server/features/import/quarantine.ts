import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { maskAddresses } from '#server/features/catalogue/mask-addresses.ts'
import type { LineReason, NotRow } from '#shared/rules/imports.ts'
import type { Field } from './presets.ts'

const PIECE_CHARACTERS = 64 * 1024
const MAX_CELL = 2_000
/** How many refusals and unclear cells a report lists. */
const SHOWN = 20

/** A row that was not imported, or whose contact was not. */
export interface Refused {
  readonly line: number
  readonly reason: LineReason
  /** The row's cells, or its text when it has none. */
  readonly cells?: readonly string[]
  readonly text?: string
}

export interface UnclearCell {
  readonly line: number
  readonly field: Field
  /** Its beginning, addresses masked. */
  readonly cell: string
}

/** What was read of a file, and what of it was refused or not understood. */
export interface ReadCounts {
  rows: number
  refused: number
  /** Refused contacts of channels that were imported. */
  contactsRefused: number
  /** Cells that were not understood and count as unknown. */
  unclear: number
  /** Refused rows and contacts by reason. */
  readonly reasons: Partial<Record<LineReason, number>>
  /** The first refusals. */
  readonly refusals: { readonly line: number; readonly reason: LineReason }[]
  readonly unclearCells: UnclearCell[]
  /** Lines between the rows that are none, such as repeated headers and totals, by what they are; empty ones do not count. */
  readonly skipped: Partial<Record<NotRow, number>>
}

/**
 * Counts refusals, and keeps the first ones for the report. All refused rows go, with addresses masked, to
 * `<file>.quarantine.ndjson`, or to `.quarantine.2.ndjson` and so on if earlier runs left files there. Disposing it before it
 * is closed removes the file.
 */
export class Quarantine implements Disposable {
  readonly counts: ReadCounts = {
    rows: 0,
    refused: 0,
    contactsRefused: 0,
    unclear: 0,
    reasons: {},
    refusals: [],
    unclearCells: [],
    skipped: {},
  }
  readonly #folder: string
  readonly #file: string
  readonly #headers: readonly string[]
  #kept: { readonly path: string; readonly descriptor: number } | undefined
  #pending = ''

  constructor(folder: string, importedFile: string, headers: readonly string[]) {
    this.#folder = folder
    this.#file = `${basename(importedFile)}.quarantine`
    this.#headers = headers
  }

  refuse(refused: Refused): void {
    this.counts.refused++
    this.#keep(refused)
  }

  refuseContact(refused: Refused): void {
    this.counts.contactsRefused++
    this.#keep(refused)
  }

  skip(what: NotRow): void {
    const { skipped } = this.counts
    if (what !== 'empty') skipped[what] = (skipped[what] ?? 0) + 1
  }

  addUnclear(line: number, field: Field, cell: string): void {
    this.counts.unclear++
    const { unclearCells } = this.counts
    if (unclearCells.length < SHOWN) unclearCells.push({ line, field, cell: masked(cell, 60) })
  }

  /** Writes what is still in memory. @returns the file's path, or null when nothing was refused yet */
  flush(): string | null {
    if (this.#pending !== '') this.#write()
    return this.#kept?.path ?? null
  }

  /** @returns the file's path, or null when nothing was refused */
  close(): string | null {
    if (this.#pending !== '') this.#write()
    if (this.#kept === undefined) return null
    const { path, descriptor } = this.#kept
    this.#kept = undefined
    closeSync(descriptor)
    return path
  }

  [Symbol.dispose](): void {
    this.#pending = ''
    const path = this.close()
    if (path !== null) rmSync(path)
  }

  #keep({ line, reason, cells, text }: Refused): void {
    const { reasons, refusals } = this.counts
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (refusals.length < SHOWN) refusals.push({ line, reason })
    const row: Record<string, string> = Object.create(null)
    cells?.forEach((cell, column) => {
      if (cell !== '') row[this.#headers[column] ?? String(column + 1)] = masked(cell)
    })
    const content = cells === undefined ? { text: masked(text ?? '') } : { row }
    this.#pending += `${JSON.stringify({ line, reason, ...content })}\n`
    if (this.#pending.length > PIECE_CHARACTERS) this.#write()
  }

  // Synchronous: all rows of a file may be refused, and a stream would collect them in memory.
  #write(): void {
    this.#kept ??= createNext(this.#folder, this.#file)
    writeSync(this.#kept.descriptor, this.#pending)
    this.#pending = ''
  }
}

/** Creates the first file of the series that does not exist yet, so that runs never overwrite each other's. */
function createNext(folder: string, name: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let run = 1; ; run++) {
    const path = join(folder, `${name}${run === 1 ? '' : `.${run}`}.ndjson`)
    try {
      return { path, descriptor: openSync(path, 'wx', 0o600) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function masked(cell: string, most = MAX_CELL): string {
  return maskAddresses(cell.slice(0, most)).toWellFormed()
}
