import { sql } from 'kysely'
import type { DataOf } from '#shared/api/contract.ts'
import type { Person } from '#server/actor/actor.ts'
import type { Db } from '#server/db/connect.ts'

/** What of the first steps is done, in the purse that the person acts for. */
export async function readFirstSteps(
  db: Db,
  { personId, holderId }: Pick<Person, 'personId' | 'holderId'>,
): Promise<DataOf<'GET /first-steps'>> {
  const { rows } = await sql<DataOf<'GET /first-steps'>>`
    select first_steps_ended_at is not null as "isOver",
      exists (select from list_card where holder_id = ${holderId}) as "hasList",
      exists (select from reveal where holder_id = ${holderId}) as "hasContact",
      exists (select from card where holder_id = ${holderId} and next_step_on is not null) as "hasNextStep"
    from person where id = ${personId}`.execute(db)
  return rows[0] ?? { isOver: true, hasList: false, hasContact: false, hasNextStep: false }
}

export async function endFirstSteps(
  db: Db,
  { personId, now }: { readonly personId: number; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('person')
    .set({ first_steps_ended_at: now })
    .where('id', '=', personId)
    .where('first_steps_ended_at', 'is', null)
    .execute()
}
