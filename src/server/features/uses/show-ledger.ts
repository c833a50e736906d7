import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { listPage } from '#server/db/list-page.ts'
import { requireHolder } from '#server/holders/find-holder.sql.ts'
import { newestMovements, readBalance } from './balance.sql.ts'
import { BY_ID } from './uses.routes.ts'

/** A holder's ledger as a bank shows a statement, newest first. @throws Refusal no_such_holder, wrong_field */
export async function showLedger(
  { db, clock }: Core,
  _by: Operator,
  { who, ...page }: CommandInput<'uses ledger'>,
): Promise<CommandOutput<'uses ledger'>> {
  const { id: holderId } = await requireHolder(db, who)
  const { balance, today } = await readBalance(db, holderId, clock.now())
  const { rows, next } = await listPage(
    page,
    BY_ID,
    (place) => newestMovements(db, holderId, place),
    () => Promise.resolve(null),
  )
  return { rows, next, balance, today: today?.left ?? null }
}
