import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { renewHasContact } from './contacts.sql.ts'
import { type IdRange, idRanges } from './id-ranges.sql.ts'
import { waitForImport } from './import-lock.sql.ts'
import { ageLimits } from './contact-ages.sql.ts'

/** How many channels one statement reads. */
const READ = 20_000
/** How many channels one transaction changes, which reveals of these have to wait for. */
const BATCH = 500

/**
 * Takes contacts off sale that were neither seen nor confirmed for too long, deletes them some months later, and puts those
 * back that were seen again; the same for sources that were switched off or on. Those who bought a deleted one keep their
 * record, which says why it has no address. Contacts of made-up channels stay as they were made.
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`), so that the queue tries again
 */
export async function retireContacts(app: Core): Promise<void> {
  for await (const range of idRanges(app.db, 'channel', READ)) {
    const due = await findDue(app, range)
    for (let at = 0; at < due.length; at += BATCH)
      await transact(app.db, async (tx) => {
        await waitForImport(tx)
        await retireBatch(tx, app, due.slice(at, at + BATCH))
      })
  }
}

/** What the next run does. */
export interface DueContacts {
  /** Contacts that are on sale, and will not be. */
  readonly offSale: number
  /** Contacts that will be on sale again. */
  readonly onSale: number
  readonly deleted: number
}

/** Counts what the next run does. Goes through the whole catalogue. */
export async function countDue(app: Core): Promise<DueContacts> {
  const due = { offSale: 0, onSale: 0, deleted: 0 }
  const { isExpired, reasons } = rules(app)
  for await (const { after, upTo } of idRanges(app.db, 'channel', READ)) {
    const { rows } = await sql<DueContacts>`
      select count(*) filter (where is_sold and not is_expired and reasons <> '{}') as "offSale",
        count(*) filter (where not is_sold and not is_off_sale and not is_expired and reasons = '{}') as "onSale",
        count(*) filter (where is_expired) as deleted
      from (
        select is_sold, is_off_sale, ${isExpired} as is_expired, ${reasons} as reasons
        from known_contact join channel on channel.id = channel_id
        where channel_id > ${after} and channel_id <= ${upTo} and not is_demo
      ) contact`.execute(app.db)
    const found = rows[0]!
    due.offSale += found.offSale
    due.onSale += found.onSale
    due.deleted += found.deleted
  }
  return due
}

/**
 * Does now, on the operator's behalf, what the next run would do. The audit has it before it begins: what an import keeps from
 * being done is done in the night.
 * @returns what was due
 * @throws as `retireContacts`
 */
export async function forgetContacts(
  app: Core,
  by: Operator,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<DueContacts> {
  const due = await countDue(app)
  if (isDryRun || (due.offSale === 0 && due.onSale === 0 && due.deleted === 0)) return due
  await transact(app.db, async (tx) => {
    await waitForImport(tx)
    await noteChange(tx, app, by, {
      verb: 'contacts forget',
      kind: 'catalogue',
      id: 'contacts',
      after: { ...due },
    })
  })
  await retireContacts(app)
  return due
}

/** What becomes of a `known_contact`, as expressions on it. */
function rules(app: Core) {
  const { notSold, notKept } = ageLimits(app)
  const age = sql`greatest(last_seen_at, confirmed_at)`
  const isExpired = sql`${age} <= ${notKept}::timestamptz`
  const reasons = sql`array_remove(array[
    case when ${age} <= ${notSold}::timestamptz then 'stale' end,
    case when contact_source(source_kind, source_url) in (select source from switched_off_source) then 'source' end], null)`
  const isWrong = sql`not (withheld @> ${reasons} and withheld <@ ${reasons})`
  return { isExpired, reasons, isWrong }
}

/** The channels of a range with something to change, by number. */
async function findDue(app: Core, { after, upTo }: IdRange): Promise<readonly number[]> {
  const { isExpired, isWrong } = rules(app)
  const { rows } = await sql<{ id: number }>`
    select distinct channel_id as id from known_contact join channel on channel.id = channel_id
    where channel_id > ${after} and channel_id <= ${upTo} and not is_demo and (${isExpired} or ${isWrong})
    order by 1`.execute(app.db)
  return rows.map(({ id }) => id)
}

async function retireBatch(tx: Tx, app: Core, ids: readonly number[]): Promise<void> {
  const { isExpired, reasons, isWrong } = rules(app)
  await sql`select from channel where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  // An address that somebody is confirming now is not too old.
  await sql`
    select from contact join address using (address) where channel_id = any(${ids}::bigint[])
    order by contact.address for no key update of address`.execute(tx)
  await sql`
    with gone as (
      delete from contact using address
      where channel_id = any(${ids}::bigint[]) and contact.address = address.address and ${isExpired}
      returning id, channel_id, suppressed_at
    )
    insert into retired_contact (contact_id, channel_id, reason, retired_at)
    select id, channel_id, case when suppressed_at is null then 'age' else 'objection' end, ${app.clock.now()} from gone`.execute(
    tx,
  )
  await sql`
    update contact set withheld = ${reasons} from address
    where channel_id = any(${ids}::bigint[]) and contact.address = address.address and ${isWrong}`.execute(tx)
  await renewHasContact(tx, ids)
}
