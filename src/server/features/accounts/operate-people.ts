import type { Core } from '#server/core.ts'
import type { VerbsOf } from '#server/feature.ts'
import { resetSecondFactor } from '#server/features/second-factor/change-second-factor.ts'
import { endSessions } from '#server/features/sessions/end-sessions.ts'
import { grantUses, takeUses } from '#server/features/uses/grant-uses.ts'
import { Refusal } from '#server/refusal.ts'
import { securityNames } from '#server/security-log.ts'
import { listPeople, showActivity } from './list-people.ts'
import { findPerson, type PersonSummary, teamsOf } from './accounts.sql.ts'
import { blockPerson, unblockPerson } from './block-person.ts'
import { makeSponsor } from './make-sponsor.ts'

/** Finds whom the operator names. @throws Refusal no_such_person */
async function requirePerson({ db, clock }: Core, who: string): Promise<PersonSummary> {
  const person = await findPerson(db, who, clock.now())
  if (person === null) throw new Refusal('no_such_person')
  return person
}

const byNumber = (core: Core, id: number) => requirePerson(core, String(id))

/** The verbs about a person, whom the operator names by email address or number. */
export const peopleCommands: VerbsOf<'accounts'> = {
  async 'users find'(core, _by, { who }) {
    const person = await requirePerson(core, who)
    const teams = await teamsOf(core.db, person.id)
    return { ...person, security: securityNames(core.secret, person), teams }
  },
  async 'users grant'(core, by, { who, uses, key = core.random.token() }) {
    const { id } = await requirePerson(core, who)
    const isChanged = await grantUses(core, by, { kind: 'person', holderId: id, amount: uses, key })
    return { isChanged, person: await byNumber(core, id) }
  },
  'users take': takeUses,
  'users list': listPeople,
  async 'users activity'(core, _by, { who }) {
    return showActivity(core, await requirePerson(core, who))
  },
  async 'users drop-second-factor'(core, by, { who }) {
    const { id } = await requirePerson(core, who)
    return { isChanged: await resetSecondFactor(core, by, id) }
  },
  async 'users sponsor'(core, by, { who, off }) {
    const { id } = await requirePerson(core, who)
    const isChanged = await makeSponsor(core, by, { personId: id, isSponsor: !off })
    return { isChanged, person: await byNumber(core, id) }
  },
  async 'users end-sessions'(core, by, { who }) {
    const { id } = await requirePerson(core, who)
    return { ended: await endSessions(core, by, id) }
  },
  async 'users block'(core, by, { who, ...block }) {
    const { id } = await requirePerson(core, who)
    return { id, isChanged: await blockPerson(core, by, { personId: id, ...block }) }
  },
  async 'users unblock'(core, by, { who, language }) {
    const { id } = await requirePerson(core, who)
    return { id, isChanged: await unblockPerson(core, by, { personId: id, language }) }
  },
}
