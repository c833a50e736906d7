import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { renewHasContact } from './contacts.sql.ts'
import { holdOffImports } from './import-lock.sql.ts'

/** How many channels one transaction goes through, which reveals of these have to wait for. */
const BATCH = 500

type RetiringApp = Pick<App, 'db' | 'clock' | 'config'>

/**
 * Takes contacts off sale that were neither seen nor confirmed for too long, deletes them some months later, and puts those
 * back that were seen again; the same for sources that were switched off or on. Those who bought a deleted one keep their
 * record, which says why it has no address. Contacts of made-up channels stay as they were made.
 * @throws while an import is being written, so that the queue tries again
 */
export async function retireContacts(app: RetiringApp): Promise<void> {
  let after = 0
  for (;;) {
    const last = await transact(app.db, async (tx) => {
      if (!(await holdOffImports(tx))) throw new Error('an import is being written')
      return retireBatch(tx, app, after)
    })
    if (last === null) return
    after = last
  }
}

/** Goes through the next channels with something to change, by number. @returns the last one; null when there is none */
async function retireBatch(tx: Tx, { clock, config }: RetiringApp, after: number): Promise<number | null> {
  const now = clock.now()
  const age = sql`greatest(contact.last_seen_at, contact.confirmed_at)`
  const before = (months: number) => sql`(${now}::timestamptz - make_interval(months => ${months}::integer))`
  const isExpired = sql`${age} <= ${before(config.contactKeptMonths)}`
  // What it should be withheld for, of the reasons that are decided here.
  const reasons = sql`array_remove(array[
    case when ${age} <= ${before(config.contactSoldMonths)} then 'stale' end,
    case when contact_source(source_kind, source_url) in (select source from switched_off_source) then 'source' end], null)`
  const others = sql`array_remove(array_remove(contact.withheld, 'stale'), 'source')`
  const { rows } = await sql<{ id: number }>`
    select channel.id from channel
    where id > ${after} and not is_demo and exists (
      select from contact where channel_id = channel.id
        and (${isExpired} or not (contact.withheld @> ${reasons} and contact.withheld <@ (${reasons} || ${others}))))
    order by id limit ${BATCH}
    for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return null
  await sql`select from contact where channel_id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  await sql`
    with gone as (
      delete from contact where channel_id = any(${ids}::bigint[]) and ${isExpired}
      returning id, channel_id, suppressed_at
    )
    insert into retired_contact (contact_id, channel_id, reason, retired_at)
    select id, channel_id, case when suppressed_at is null then 'age' else 'objection' end, ${now} from gone`.execute(
    tx,
  )
  await sql`
    update contact set withheld = ${others} || ${reasons}
    where channel_id = any(${ids}::bigint[])
      and not (contact.withheld @> ${reasons} and contact.withheld <@ (${reasons} || ${others}))`.execute(tx)
  await renewHasContact(tx, ids)
  return ids.at(-1) ?? null
}
