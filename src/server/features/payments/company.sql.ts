import { type RawBuilder, sql } from 'kysely'
import { moscowMonth } from '#server/clock.ts'
import type { Company } from '#shared/rules/company.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** A holder's company as it is now. */
export function readCompany(db: Db | Tx, holderId: number): Promise<Company | null> {
  return readFirst(db, holderId, sql`id desc`)
}

/** As it was when a payment was ordered. */
export function readBuyer(db: Db, holderId: number, paymentId: string): Promise<Company | null> {
  const ordered = sql`coalesce(id = (select company_id from payment where payment.id = ${paymentId}), false)`
  return readFirst(db, holderId, sql`${ordered} desc, id`)
}

/** As it was at the end of a Moscow date. */
export function readClient(db: Db, holderId: number, date: string): Promise<Company | null> {
  const isThen = sql`(since at time zone 'Europe/Moscow')::date <= ${date}::date`
  return readFirst(db, holderId, sql`${isThen} desc, case when ${isThen} then -id else id end`)
}

/** For the time before the first details were entered, those stand. */
async function readFirst(db: Db | Tx, holderId: number, order: RawBuilder<unknown>): Promise<Company | null> {
  const { rows } = await sql<Company>`
    select name, country, inn, kpp, vat_number as "vatNumber", address from company
    where holder_id = ${holderId} order by ${order} limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Sets a holder's company from now on. What stood there this month goes unless a document may have it: the first details, those
 * of a payment, and those at the end of a month. The caller has locked the holder.
 */
export async function writeCompany(
  tx: Tx,
  { holderId, company, now }: { readonly holderId: number; readonly company: Company; readonly now: Date },
): Promise<void> {
  await sql`
    delete from company where holder_id = ${holderId} and since >= ${moscowMonth(now)}
      and id > (select min(id) from company where holder_id = ${holderId})
      and not exists (select from payment where company_id = company.id)`.execute(tx)
  const { vatNumber: vat_number, ...rest } = company
  await tx
    .insertInto('company')
    .values({ holder_id: holderId, since: now, ...rest, vat_number })
    .execute()
}
