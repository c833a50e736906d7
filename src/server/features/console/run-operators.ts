import type { Core } from '#server/core.ts'
import type { VerbsOf } from '#server/feature.ts'
import { findPerson } from '#server/features/accounts/accounts.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { nameOperator } from './name-operator.ts'
import { listLegal } from './list-legal.ts'
import { listSettings } from './list-settings.ts'
import { listOperators } from './operators.sql.ts'
import { viewPerson } from './view-person.ts'

/** The verbs about who runs the installation. */
export const operatorsCommands: VerbsOf<'console'> = {
  'operators list': async ({ db }) => listOperators(db),
  'settings list': async ({ config }) => listSettings(config),
  'legal list': listLegal,
  async 'users operator'(core, by, { who, role: given }) {
    const id = await numberOf(core, who)
    const role = given === 'none' ? null : given
    return { id, role, isChanged: await nameOperator(core, by, { personId: id, role }) }
  },
  'users view': async (core, by, { who }) => viewPerson(core, by, await numberOf(core, who)),
}

async function numberOf({ db, clock }: Core, who: string): Promise<number> {
  const person = await findPerson(db, who, clock.now())
  if (person === null) throw new Refusal('no_such_person')
  return person.id
}
