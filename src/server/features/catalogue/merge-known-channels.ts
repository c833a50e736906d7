import { CompiledQuery } from 'kysely'
import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { ourNumberIn } from './find-channel.sql.ts'
import type { ChannelProblem } from './hide-channel.ts'
import { holdOffImports } from './import-lock.sql.ts'
import { countMoved, lockKnown, mergedInto, type Moved, refreshSearch } from './known-channels.sql.ts'
import { mergeChannels, type Statements } from './merge-channels.ts'

interface Wanted {
  /** The channel that is removed: the platform's id, or our number. */
  readonly from: string
  /** The channel that it is merged into. */
  readonly into: string
  /** Counts what would move without moving it. */
  readonly isDryRun: boolean
}

interface Merged {
  readonly fromId: number
  readonly intoId: number
  readonly moved: Moved
}

/** The channel of that number was merged before. */
interface MergedBefore {
  readonly fromId: number
  readonly mergedInto: number
}

/** Why two channels are not merged. */
type MergeProblem =
  | { readonly problem: Exclude<ChannelProblem, 'an import is being written'>; readonly named: string }
  | {
      readonly problem:
        | 'an import is being written'
        | 'the same channel'
        | 'other platform'
        | 'other id'
        | 'demo'
    }

/**
 * Merges a channel into another one that the operator knows to be the same, as an import does with two that a file proves to be
 * one: facts, contacts, purchases, days. Two with different ids on their platform are never one.
 */
export async function mergeKnownChannels(
  app: Core,
  by: Operator,
  { from, into, isDryRun }: Wanted,
): Promise<Merged | MergedBefore | MergeProblem> {
  return transact(app.db, async (tx) => {
    if (!(await holdOffImports(tx))) return { problem: 'an import is being written' }
    const [gone = 'no such channel', kept = 'no such channel'] = await lockKnown(tx, [from, into])
    if (typeof gone === 'string') {
      const fromId = ourNumberIn(from)
      const before = fromId === null ? null : await mergedInto(tx, fromId)
      return fromId === null || before === null
        ? { problem: gone, named: from }
        : { fromId, mergedInto: before }
    }
    if (typeof kept === 'string') return { problem: kept, named: into }
    if (gone.id === kept.id) return { problem: 'the same channel' }
    if (gone.platform !== kept.platform) return { problem: 'other platform' }
    if (gone.platformId !== null && kept.platformId !== null) return { problem: 'other id' }
    if (gone.isDemo !== kept.isDemo) return { problem: 'demo' }
    const ids = { goneId: gone.id, keptId: kept.id }
    const moved = await countMoved(tx, gone.id, kept.id)
    const merged = { fromId: gone.id, intoId: kept.id, moved }
    if (isDryRun) return merged
    await mergeChannels(statementsOf(tx), ids)
    await refreshSearch(tx, [gone.id, kept.id])
    const after = { into: kept.id, ...moved }
    await noteChange(tx, app, by, { verb: 'channels merge', kind: 'channel', id: gone.id, after })
    return merged
  })
}

function statementsOf(tx: Tx): Statements {
  return {
    async query(text, values) {
      const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) }
    },
  }
}
