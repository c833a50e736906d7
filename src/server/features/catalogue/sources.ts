import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange, sourceName } from '#server/audit/note-change.ts'
import { type Db, transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { type IdRange, idRanges } from './id-ranges.sql.ts'
import { LOCK_TIMEOUT_MS, waitAtMost } from './import-lock.sql.ts'
import { ageLimits } from './contact-ages.sql.ts'

type ContactSource = NonNullable<CommandOutput<'contacts sources'>['sources']>[number]

/** How many contacts one statement reads. */
const READ_CONTACTS = 50_000
/** How many channels one statement reads. */
const READ_CHANNELS = 20_000
/** Most sources may be hosts of a single contact, so the last statement takes a part of them at a time. */
const PARTS = 16

/** Sources of contacts, those with the most bounces first. Goes through the whole catalogue. */
export async function listSources(db: Db, limit: number): Promise<ContactSource[]> {
  return transact(db, async (tx) => {
    await sql`
      create temp table found_source on commit drop as
      select source, 0 as contacts, 0 as sold, 0 as reveals, 0 as bounced, 0 as objections from switched_off_source`.execute(
      tx,
    )
    for await (const range of idRanges(tx, 'contact', READ_CONTACTS)) await countSources(tx, range)
    const found: ContactSource[] = []
    for (let part = 0; part < PARTS; part += 1) {
      const { rows } = await sql<ContactSource>`
        select source, sum(contacts) as contacts, sum(sold) as sold, sum(reveals) as reveals, sum(bounced) as bounced,
          sum(objections) as objections, source in (select source from switched_off_source) as "isOff"
        from found_source where hashtext(source) & ${PARTS - 1}::integer = ${part}
        group by source order by bounced desc, contacts desc, source limit ${limit}`.execute(tx)
      found.push(...rows)
    }
    return found
      .toSorted((a, b) => b.bounced - a.bounced || b.contacts - a.contacts || (a.source < b.source ? -1 : 1))
      .slice(0, limit)
  })
}

async function countSources(tx: Tx, { after, upTo }: IdRange): Promise<void> {
  const inRange = sql`contact_id > ${after} and contact_id <= ${upTo}`
  await sql`
    insert into found_source
    select contact_source(source_kind, source_url), count(*), count(*) filter (where is_sold),
      coalesce(sum(bought.times), 0), coalesce(sum(failed.times), 0), count(suppressed_at)
    from known_contact
    left join (select contact_id as id, count(*) as times from reveal where ${inRange} group by 1) bought using (id)
    left join (
      select contact_id as id, count(*) as times from reveal
      where ${inRange} and exists (
        select from bad_contact_report report
        where report.holder_id = reveal.holder_id and report.reveal_id = reveal.id and kind = 'bounced'
          and state in ('credited', 'replaced') and reason <> 'returned')
      group by 1) failed using (id)
    where id > ${after} and id <= ${upTo}
    group by 1`.execute(tx)
}

interface Switch {
  /** As `listSources` names it. */
  readonly source: string
  readonly isOff: boolean
  /** Counts what would change without changing it. */
  readonly isDryRun: boolean
}

/** What a switch takes off sale, or puts back. */
export interface Switched {
  readonly contacts: number
  /** Channels that have no other contact on sale. */
  readonly channels: number
}

/**
 * Switches a source off or on, on the operator's behalf. Its contacts go off sale, or come back, when `retireContacts` runs,
 * which the caller lets it do; imports leave it out from now on.
 * @returns what changes; null when it is so already
 * @throws Refusal no_such_source, which names up to five like it
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`); nothing was changed then
 */
export async function switchSource(
  app: Core,
  by: Operator,
  { source, isOff, isDryRun }: Switch,
): Promise<Switched | null> {
  const { rows: off } = await sql`select from switched_off_source where source = ${source}`.execute(app.db)
  const wasOff = off.length > 0
  if (wasOff && isOff) return null
  const { isKnown, near, ...switched } = await countSwitched(app, source, isOff)
  if (!wasOff && !isKnown) throw new Refusal('no_such_source', { extras: { source, near } })
  if (wasOff === isOff) return null
  if (isDryRun) return switched
  return transact(app.db, async (tx) => {
    // An import holds the table until it ends.
    await waitAtMost(tx, LOCK_TIMEOUT_MS)
    const { rows } = isOff
      ? await sql`
          insert into switched_off_source (source, at) values (${source}, ${app.clock.now()})
          on conflict do nothing returning source`.execute(tx)
      : await sql`delete from switched_off_source where source = ${source} returning source`.execute(tx)
    if (rows.length === 0) return null
    const verb = isOff ? 'contacts switch-off' : 'contacts switch-on'
    const change = { before: { off: wasOff }, after: { off: isOff, ...switched } }
    await noteChange(tx, app, by, { verb, kind: 'source', id: sourceName(app, source), ...change })
    return switched
  })
}

interface Found extends Switched {
  readonly isKnown: boolean
  readonly near: readonly string[]
}

const MAX_NEAR = 5

/** Goes through the whole catalogue for what a switch would change. */
async function countSwitched(app: Core, source: string, isOff: boolean): Promise<Found> {
  const { notSold } = ageLimits(app)
  const total = { contacts: 0, channels: 0, isKnown: false }
  const near = new Set<string>()
  for await (const { after, upTo } of idRanges(app.db, 'channel', READ_CHANNELS)) {
    const { rows } = await sql<Found>`
      with found as materialized (
        select channel_id, contact_source(source_kind, source_url) as source, is_sold,
          not is_demo and contact_source(source_kind, source_url) = ${source} and ${
            isOff
              ? sql`is_sold`
              : sql`not is_off_sale and 'source' = any(withheld) and greatest(last_seen_at, confirmed_at) > ${notSold}::timestamptz`
          } as is_switched
        from known_contact join channel on channel.id = channel_id
        where channel_id > ${after} and channel_id <= ${upTo}
      )
      select exists (select from found where source = ${source}) as "isKnown",
        (select count(*) from found where is_switched) as contacts,
        (select count(*) from (
          select from found group by channel_id
          having bool_or(is_switched) and not bool_or(is_sold and not is_switched)) left_without) as channels,
        array(
          select distinct source from found
          where source <> ${source} and (strpos(source, ${source}) > 0 or strpos(${source}, source) > 0)
          limit ${MAX_NEAR}) as near`.execute(app.db)
    const found = rows[0]!
    total.contacts += found.contacts
    total.channels += found.channels
    total.isKnown ||= found.isKnown
    for (const each of found.near) if (near.size < MAX_NEAR) near.add(each)
  }
  return { ...total, near: [...near].toSorted() }
}
