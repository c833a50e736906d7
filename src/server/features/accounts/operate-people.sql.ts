import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'

/** What the operator sees of a person. */
export interface PersonSummary {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly createdAt: Date
  readonly isSponsor: boolean
  readonly uses: number
  readonly purchases: number
  readonly sessions: number
}

/** Finds the person whom the operator names by number or by address, in any case. */
export async function findPerson(db: Db, who: string, now: Date): Promise<PersonSummary | null> {
  const wanted = who.trim().toLowerCase()
  const id = /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : null
  const row = await db
    .selectFrom('person')
    .select((eb) => [
      'person.id',
      'person.email',
      'person.username',
      'person.created_at as createdAt',
      'person.is_sponsor as isSponsor',
      usesLeft(eb.ref('person.id'), now).as('uses'),
      sql<number>`(select count(*) from purchase where person_id = person.id)`.as('purchases'),
      sql<number>`(select count(*) from session where person_id = person.id and expires_at > ${now})`.as(
        'sessions',
      ),
    ])
    .where((eb) => (id === null ? eb('person.email', '=', wanted) : eb('person.id', '=', id)))
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when there is no such person */
export async function setSponsor(db: Db, personId: number, isSponsor: boolean): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ is_sponsor: isSponsor })
    .where('id', '=', personId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
