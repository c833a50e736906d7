import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { addSponsor, findSponsor, hideReview, lockReview, removeSponsor } from './feedback.sql.ts'

/** Hides a review, or shows it again. @throws Refusal no_such_review */
export async function moderateReview(
  core: Core,
  by: Operator,
  { number: id, off }: CommandInput<'reviews hide'>,
): Promise<CommandOutput<'reviews hide'>> {
  const isHidden = !off
  return transact(core.db, async (tx) => {
    const known = await lockReview(tx, id)
    if (known === undefined) throw new Refusal('no_such_review')
    if (known.isHidden === isHidden) return { id, isHidden, isChanged: false }
    await hideReview(tx, id, isHidden ? core.clock.now() : null)
    const [before, after] = [{ hidden: !isHidden }, { hidden: isHidden }]
    await noteChange(tx, core, by, { verb: 'reviews hide', kind: 'review', id, before, after })
    return { id, isHidden, isChanged: true }
  })
}

/** Names a sponsor on the page of sponsors; the audit knows them by number. @throws Refusal sponsor_listed */
export async function nameSponsor(
  core: Core,
  by: Operator,
  { name, url, contribution }: CommandInput<'sponsors add'>,
): Promise<CommandOutput<'sponsors add'>> {
  return transact(core.db, async (tx) => {
    if (!(await addSponsor(tx, { name, url: url ?? null, contribution, agreedAt: core.clock.now() })))
      throw new Refusal('sponsor_listed', { extras: { name } })
    const { id } = (await findSponsor(tx, name))!
    await noteChange(tx, core, by, { verb: 'sponsors add', kind: 'sponsor', id, after: { contribution } })
    return { name }
  })
}

/** Takes a sponsor off that page. @throws Refusal sponsor_not_listed */
export async function unnameSponsor(
  core: Core,
  by: Operator,
  { name }: CommandInput<'sponsors remove'>,
): Promise<CommandOutput<'sponsors remove'>> {
  return transact(core.db, async (tx) => {
    const known = await findSponsor(tx, name)
    if (known === undefined || !(await removeSponsor(tx, name)))
      throw new Refusal('sponsor_not_listed', { extras: { name } })
    const { id, contribution } = known
    await noteChange(tx, core, by, { verb: 'sponsors remove', kind: 'sponsor', id, before: { contribution } })
    return { name }
  })
}
