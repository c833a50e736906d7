import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'

interface Holder {
  readonly id: number
  readonly kind: 'person' | 'team'
}

/**
 * The holder whom the operator names: a person by number or address, in any case, or a team by number.
 * @throws Refusal no_such_holder
 */
export async function requireHolder(db: Db, who: string): Promise<Holder> {
  const wanted = who.trim().toLowerCase()
  const number = /^[1-9]\d{0,9}$/.test(wanted) ? wanted : null
  const { rows } = await sql<Holder>`
    select id, kind from holder where id = ${number}::bigint
      or id = (select person.id from person where email = ${wanted})`.execute(db)
  if (rows[0] === undefined) throw new Refusal('no_such_holder')
  return rows[0]
}
