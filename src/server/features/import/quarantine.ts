import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { maskAddresses } from '#server/features/catalogue/mask-addresses.ts'
import type { Field } from './presets.ts'

const PIECE_CHARACTERS = 64 * 1024
const MOST_CELL = 2_000

/** A row that was not imported, or whose contact was not. */
export interface Refused {
  readonly line: number
  readonly reason: string
  /** The row's cells with their columns, or its text when it has none. */
  readonly headers?: readonly string[]
  readonly cells?: readonly string[]
  readonly text?: string
}

/**
 * Keeps refused rows in `<file>.quarantine.ndjson`, addresses masked, or in `.quarantine.2.ndjson` and so on where earlier
 * runs kept theirs. The file appears when it is closed; disposing it before leaves nothing behind.
 */
export interface Quarantine extends Disposable {
  add(refused: Refused): void
  /** @returns the file's path, or null when nothing was refused */
  close(): string | null
}

let drafts = 0

export function openQuarantine(folder: string, importedFile: string): Quarantine {
  const path = join(folder, `${basename(importedFile)}.quarantine`)
  // Files of the same name may be imported at the same time.
  const draft = `${path}.ndjson.${process.pid}-${drafts++}.part`
  let file: number | undefined
  let gathered = ''

  // Written synchronously: all rows of a file may be refused, and a stream would gather them in memory.
  function write(): void {
    if (file === undefined) {
      mkdirSync(folder, { recursive: true })
      file = openSync(draft, 'w', 0o600)
    }
    writeSync(file, gathered)
    gathered = ''
  }

  return {
    add({ line, reason, headers, cells, text }) {
      const row: Record<string, string> = Object.create(null)
      cells?.forEach((cell, column) => {
        if (cell !== '') row[headers?.[column] ?? String(column + 1)] = masked(cell)
      })
      const content = cells === undefined ? (text === undefined ? {} : { text: masked(text) }) : { row }
      gathered += `${JSON.stringify({ line, reason, ...content })}\n`
      if (gathered.length > PIECE_CHARACTERS) write()
    },
    close() {
      if (gathered !== '') write()
      if (file === undefined) return null
      const kept = takeName(path)
      closeSync(file)
      file = undefined
      renameSync(draft, kept)
      return kept
    },
    [Symbol.dispose]() {
      if (file === undefined) return
      closeSync(file)
      rmSync(draft, { force: true })
    },
  }
}

/** Creates the first file of the series that does not exist yet, so that no run overwrites another's. */
function takeName(path: string): string {
  for (let run = 1; ; run++) {
    const name = `${path}${run === 1 ? '' : `.${run}`}.ndjson`
    try {
      closeSync(openSync(name, 'wx', 0o600))
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function masked(cell: string): string {
  return maskAddresses(cell.slice(0, MOST_CELL)).toWellFormed()
}

/** How many refusals and unclear cells a report lists. */
const SHOWN = 20

export interface UnclearCell {
  readonly line: number
  readonly field: Field
  /** Its beginning, addresses masked. */
  readonly cell: string
}

/** Counts what was refused and keeps the first ones for the report. */
export class Tally {
  rows = 0
  refused = 0
  readonly #quarantine: (refused: Refused) => void
  readonly #reasons = new Map<string, number>()
  readonly #refusals: { line: number; reason: string }[] = []
  readonly #unclearCells: UnclearCell[] = []
  #contactsRefused = 0
  #unclear = 0

  constructor(quarantine: (refused: Refused) => void) {
    this.#quarantine = quarantine
  }

  refuse(refused: Refused): void {
    this.refused++
    this.#note(refused)
  }

  refuseContact(refused: Refused): void {
    this.#contactsRefused++
    this.#note(refused)
  }

  unclear(line: number, field: Field, cell: string): void {
    this.#unclear++
    if (this.#unclearCells.length < SHOWN)
      this.#unclearCells.push({ line, field, cell: maskAddresses(cell.slice(0, 60)).toWellFormed() })
  }

  result() {
    return {
      rows: this.rows,
      refused: this.refused,
      contactsRefused: this.#contactsRefused,
      unclear: this.#unclear,
      reasons: Object.fromEntries(this.#reasons),
      refusals: this.#refusals,
      unclearCells: this.#unclearCells,
    }
  }

  #note(refused: Refused): void {
    this.#quarantine(refused)
    this.#reasons.set(refused.reason, (this.#reasons.get(refused.reason) ?? 0) + 1)
    if (this.#refusals.length < SHOWN) this.#refusals.push({ line: refused.line, reason: refused.reason })
  }
}
