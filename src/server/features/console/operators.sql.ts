import { sql } from 'kysely'
import type { Role } from '#shared/api/command.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { PersonalData } from '#server/app.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** All operators, the longest serving first. */
export async function listOperators(db: Db): Promise<CommandOutput<'operators list'>> {
  return db
    .selectFrom('operator')
    .innerJoin('person', 'person.id', 'operator.person_id')
    .select((eb) => [
      'person.id',
      'person.username',
      sql<Role>`operator.role`.as('role'),
      'operator.added_at as addedAt',
      'operator.added_by as addedBy',
      eb
        .or([
          eb.exists(
            eb.selectFrom('totp').select('totp.person_id').whereRef('totp.person_id', '=', 'person.id'),
          ),
          eb.exists(
            eb.selectFrom('passkey').select('passkey.id').whereRef('passkey.person_id', '=', 'person.id'),
          ),
        ])
        .$castTo<boolean>()
        .as('hasSecondFactor'),
    ])
    .orderBy('operator.added_at')
    .orderBy('person.id')
    .execute()
}

/** The role of each owner and of a person; nobody else changes them until the transaction ends. */
export async function lockRoles(tx: Tx, personId: number): Promise<ReadonlyMap<number, Role>> {
  // Two owners who remove each other must not both succeed.
  await sql`lock table operator in share row exclusive mode`.execute(tx)
  const rows = await tx
    .selectFrom('operator')
    .select(['person_id', 'role'])
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('person_id', '=', personId)]))
    .execute()
  return new Map(rows.map(({ person_id: id, role }) => [id, role as Role]))
}

interface Named {
  readonly personId: number
  readonly role: Role
  /** Null: not in the console. */
  readonly addedBy: number | null
  readonly now: Date
}

export async function putOperator(tx: Tx, { personId, role, addedBy, now }: Named): Promise<void> {
  await tx
    .insertInto('operator')
    .values({ person_id: personId, role, added_at: now, added_by: addedBy })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ role, added_at: now, added_by: addedBy }),
    )
    .execute()
}

export async function deleteOperator(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('operator').where('person_id', '=', personId).execute()
}

export const operatorData: PersonalData = {
  name: 'operator',
  read: async (db, personId) =>
    (await db
      .selectFrom('operator')
      .select(['role', 'added_at as addedAt'])
      .where('person_id', '=', personId)
      .executeTakeFirst()) ?? null,
}
