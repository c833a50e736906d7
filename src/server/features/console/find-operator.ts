import { sql } from 'kysely'
import { hasRole, type Role } from '#shared/api/command.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Person, SessionOperator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { findPerson } from '#server/features/accounts/accounts.sql.ts'
import { Refusal } from '#server/refusal.ts'

/** For how long a second factor opens the console to a session. */
export const PROVED_MS = 12 * HOUR_MS

/** A person as an operator, with the proof of their session; null when they are none. */
export async function findOperator({ db, clock }: Core, person: Person): Promise<SessionOperator | null> {
  // A proof by a second factor that was dropped since counts as none.
  const { rows } = await sql<{ role: Role; factorSince: Date | null; provedAt: Date | null }>`
    select operator.role, factor.since as "factorSince", proof.proved_at as "provedAt"
    from operator
    cross join lateral (
      select min(created_at) as since
      from (
        select created_at from totp where person_id = operator.person_id
        union all select created_at from passkey where person_id = operator.person_id
      ) one
    ) factor
    left join operator_proof proof on proof.session_id = ${person.sessionId} and proof.proved_at >= factor.since
      and proof.proved_at > ${new Date(clock.now().getTime() - PROVED_MS)}
    where operator.person_id = ${person.personId}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { role, factorSince, provedAt } = row
  return { ...person, operator: { role, hasSecondFactor: factorSince !== null, provedAt } }
}

/**
 * Keeps operators from changing the account of one with a higher role: support could else lock out the owner.
 * @param who as commands name a person
 * @throws Refusal forbidden
 */
export async function refuseHigherRole(
  { db, clock }: Core,
  { operator }: SessionOperator,
  who: string,
): Promise<void> {
  const person = await findPerson(db, who, clock.now())
  if (person === null) return
  const row = await db
    .selectFrom('operator')
    .select(sql<Role>`role`.as('role'))
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  if (row !== undefined && !hasRole(operator.role, row.role)) throw new Refusal('forbidden')
}
