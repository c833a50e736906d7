import { type Expression, type RawBuilder, sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'

/**
 * SQL for what a person can spend at an instant: the balance plus what is left of that Moscow date's allowance. Sums open
 * lots, of which there are always few, and no entries; `verify` proves that both agree.
 * @param personId a number, or a column such as `eb.ref('person.id')`
 */
export function usesLeft(personId: number | Expression<number>, now: Date): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(granted - spent), 0) from uses_lot
    where person_id = ${personId} and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = ${moscowDate(now)})
  )`
}
