import type { VerbsOf } from '#server/feature.ts'
import { findPerson } from '#server/features/accounts/accounts.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { nameOperator } from './name-operator.ts'
import { listOperators } from './operators.sql.ts'

/** The verbs about who runs the installation. */
export const operatorsCommands: VerbsOf<'console'> = {
  'operators list': async ({ db }) => listOperators(db),
  async 'users operator'(core, by, { who, role: given }) {
    const person = await findPerson(core.db, who, core.clock.now())
    if (person === null) throw new Refusal('no_such_person')
    const role = given === 'none' ? null : given
    return { id: person.id, role, isChanged: await nameOperator(core, by, { personId: person.id, role }) }
  },
}
