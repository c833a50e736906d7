import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { describeError } from '#server/describe-error.ts'
import { forgetShown, keepShown } from './shown.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** What one process has noted of first pages: our numbers of channels. */
interface Notes {
  /** Noted lately, so not again. */
  readonly known: Set<number>
  waiting: number[]
  isWriting: boolean
}

const MAX_KNOWN = 20_000
const BATCH = 100
const KEPT_MS = 30 * DAY_MS
/** How many channels one statement forgets. */
const PURGED_AT_ONCE = 500

const notes = new WeakMap<App['db'], Notes>()

/**
 * Notes which channels were on the first page of somebody's results, so that the refresh asks for their uploads before others'.
 * Nothing about who it was. Kept in memory and written by the hundred, after the answer; what a stopping server has not
 * written is seen again.
 */
export function noteShown({ db, clock, log }: Core, shown: readonly number[]): void {
  const noted: Notes = notes.get(db) ?? { known: new Set(), waiting: [], isWriting: false }
  notes.set(db, noted)
  if (noted.known.size > MAX_KNOWN) noted.known.clear()
  for (const id of shown) {
    if (noted.known.has(id) || noted.waiting.length >= MAX_KNOWN) continue
    noted.known.add(id)
    noted.waiting.push(id)
  }
  if (noted.waiting.length < BATCH || noted.isWriting) return
  const ids = noted.waiting
  noted.waiting = []
  noted.isWriting = true
  void keepShown(db, ids, clock.now())
    .catch((error: unknown) =>
      log.debug({ error: describeError(error) }, 'what searches showed was not noted'),
    )
    .finally(() => (noted.isWriting = false))
}

/** Removes what was noted more than 30 days ago. */
export async function purgeShown({ db, clock }: Core): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_MS)
  while ((await forgetShown(db, oldest, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
}
