import { sql } from 'kysely'
import type { Role } from '#shared/api/command.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Operator, Person } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { deleteOperator, lockRoles, putOperator } from './operators.sql.ts'

interface Named {
  readonly personId: number
  /** Null: none. */
  readonly role: Role | null
}

/**
 * Gives a person a role in the console, or takes it.
 * @returns whether it was another one before
 * @throws Refusal no_such_person, last_owner
 */
export async function nameOperator(app: Core, by: Operator, named: Named): Promise<boolean> {
  return transact(app.db, (tx) => changeRole(tx, app, by, named))
}

async function changeRole(tx: Tx, app: Core, by: Operator, { personId, role }: Named): Promise<boolean> {
  if ((await lockPerson(tx, personId)) === undefined) throw new Refusal('no_such_person')
  const roles = await lockRoles(tx, personId)
  const before = roles.get(personId) ?? null
  if (before === role) return false
  const others = [...roles].filter(([id, other]) => id !== personId && other === 'owner')
  if (before === 'owner' && others.length === 0) throw new Refusal('last_owner')
  // Whoever still has a link of the first start gets nothing by it from now on.
  if (role === 'owner') await tx.deleteFrom('owner_link').execute()
  if (role === null) await deleteOperator(tx, personId)
  else await putOperator(tx, { personId, role, addedBy: by.personId ?? null, now: app.clock.now() })
  await noteChange(tx, app, by, {
    verb: 'users operator',
    kind: 'person',
    id: personId,
    before: { role: before },
    after: { role },
  })
  return true
}

/**
 * A link that makes whoever is logged in and opens it within a day the first owner; null where there is an owner. Each
 * start makes one, until one is used.
 */
export async function makeOwnerLink({ db, clock, random, config }: Core): Promise<string | null> {
  const now = clock.now()
  await db.deleteFrom('owner_link').where('expires_at', '<=', now).execute()
  const owner = await db
    .selectFrom('operator')
    .select('person_id')
    .where('role', '=', 'owner')
    .executeTakeFirst()
  if (owner !== undefined) return null
  const token = random.token()
  await db
    .insertInto('owner_link')
    .values({ token_hash: sha256(token), expires_at: new Date(now.getTime() + DAY_MS) })
    .execute()
  return `${config.publicUrl}/operator?token=${token}`
}

/** Links that can be used, as `owner_link`: one that was made while somebody else became the owner is worthless. */
const isOpen = (now: Date) =>
  sql`owner_link.expires_at > ${now} and not exists (select from operator where role = 'owner')`

/** Whether anybody may still become the first owner. */
export async function hasOwnerLink({ db, clock }: Core): Promise<boolean> {
  const { rows } = await sql`select from owner_link where ${isOpen(clock.now())} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a token is that of an open link. */
export async function isOwnerLink({ db, clock }: Core, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from owner_link where token_hash = ${sha256(token)} and ${isOpen(clock.now())}`.execute(db)
  return rows.length > 0
}

/** Makes somebody the first owner by such a link; no link can be used then. @throws Refusal not_found */
export async function claimOwnership(
  app: Core,
  { personId, username }: Person,
  token: string,
): Promise<void> {
  await transact(app.db, async (tx) => {
    // One statement, so that of two people with two links only one is the first.
    const { rows } = await sql`
      delete from owner_link all_links
      where exists (select from owner_link where token_hash = ${sha256(token)} and ${isOpen(app.clock.now())})
      returning token_hash`.execute(tx)
    if (rows.length === 0) throw new Refusal('not_found')
    const by = { kind: 'operator', name: username, personId, reason: null } as const
    await changeRole(tx, app, by, { personId, role: 'owner' })
  })
}
