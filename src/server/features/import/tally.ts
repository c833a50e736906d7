import type { Field } from './columns.ts'
import type { Refused } from './quarantine.ts'
import { maskAddresses } from '#server/features/catalogue/mask-addresses.ts'

/** How many refusals and unclear cells a report shows one by one. */
const SHOWN = 20

export interface UnclearCell {
  readonly line: number
  readonly field: Field
  /** Its beginning, addresses masked. */
  readonly cell: string
}

/** Counts what was refused and keeps the first of it for the report. */
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
