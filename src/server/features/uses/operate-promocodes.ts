import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { moscowDate } from '#server/clock.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import {
  endPromocode,
  insertPromocode,
  isPromocodeKnown,
  listPromocodes,
  type Promocode,
} from './promocodes.sql.ts'

/** Creates a promocode. @throws Refusal promocode_taken: it exists or existed; until_is_past */
export async function openPromocode(
  core: Core,
  by: Operator,
  { code, uses, limit, until }: CommandInput<'promocodes add'>,
): Promise<CommandOutput<'promocodes add'>> {
  const now = core.clock.now()
  if (until !== undefined && until < moscowDate(now)) throw new Refusal('until_is_past')
  const after = { uses, places: limit ?? null, lastDate: until ?? null }
  return transact(core.db, async (tx) => {
    if (!(await insertPromocode(tx, { code, ...after }, now)))
      throw new Refusal('promocode_taken', { extras: { code } })
    await noteChange(tx, core, by, { verb: 'promocodes add', kind: 'promocode', id: code, after })
    return { code, uses }
  })
}

/** Ends a promocode. @throws Refusal no_such_promocode */
export async function closePromocode(
  core: Core,
  by: Operator,
  { code }: CommandInput<'promocodes end'>,
): Promise<CommandOutput<'promocodes end'>> {
  return transact(core.db, async (tx) => {
    if (!(await endPromocode(tx, code, core.clock.now()))) {
      if (await isPromocodeKnown(tx, code)) return { code, isChanged: false }
      throw new Refusal('no_such_promocode', { extras: { code } })
    }
    const [before, after] = [{ ended: false }, { ended: true }]
    await noteChange(tx, core, by, { verb: 'promocodes end', kind: 'promocode', id: code, before, after })
    return { code, isChanged: true }
  })
}

/** All promocodes, newest first. */
export async function showPromocodes({ db, clock }: Core): Promise<CommandOutput<'promocodes list'>> {
  const today = moscowDate(clock.now())
  return (await listPromocodes(db)).map((promocode) => ({ ...promocode, state: stateOf(promocode, today) }))
}

function stateOf({ places, lastDate, activated, endedAt }: Promocode, today: string) {
  if (endedAt !== null) return 'ended'
  if (lastDate !== null && lastDate < today) return 'expired'
  return activated === places ? 'used_up' : 'works'
}
