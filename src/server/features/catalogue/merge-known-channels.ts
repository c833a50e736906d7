import { CompiledQuery, sql } from 'kysely'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { ourNumberIn } from './find-channel.sql.ts'
import { refuseWhileImporting } from './import-lock.sql.ts'
import { countMoved, lockKnown, mergedInto, refreshSearch } from './known-channels.sql.ts'
import { mergeChannels, type Statements } from './merge-channels.ts'
import { readFacts } from './view-channels.ts'

/**
 * Merges a channel into another one that the operator knows to be the same, as an import does with two that a file proves to be
 * one: facts, contacts, purchases, days. Two with different ids on their platform are never one.
 * @throws Refusal of 'channels merge'
 */
export async function mergeKnownChannels(
  app: Core,
  by: Operator,
  { from, into, isDryRun }: CommandInput<'channels merge'>,
): Promise<CommandOutput<'channels merge'>> {
  return transact(app.db, async (tx) => {
    await refuseWhileImporting(tx)
    const [gone, kept] = await lockKnown(tx, [from, into])
    if (gone instanceof Refusal) {
      const fromId = ourNumberIn(from)
      const intoId = fromId === null ? null : await mergedInto(tx, fromId)
      if (fromId === null || intoId === null) throw gone
      return { fromId, intoId, moved: null, sides: null }
    }
    if (kept instanceof Refusal) throw kept
    if (gone.id === kept.id) throw new Refusal('same_channel')
    if (gone.platform !== kept.platform) throw new Refusal('other_platform')
    if (gone.platformId !== null && kept.platformId !== null) throw new Refusal('other_platform_id')
    if (gone.isDemo !== kept.isDemo) throw new Refusal('demo_and_real')
    const ids = { goneId: gone.id, keptId: kept.id }
    const moved = await countMoved(tx, gone.id, kept.id)
    const before = { from: await readFacts(tx, gone.id), into: await readFacts(tx, kept.id) }
    // The preview is the merge itself, taken back.
    await sql`savepoint preview`.execute(tx)
    await mergeChannels(statementsOf(tx), ids)
    const sides = { ...before, merged: await readFacts(tx, kept.id) }
    const merged = { fromId: gone.id, intoId: kept.id, moved, sides }
    if (isDryRun) {
      await sql`rollback to savepoint preview`.execute(tx)
      return merged
    }
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
