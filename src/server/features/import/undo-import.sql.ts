import { sql } from 'kysely'
import type { Dependents } from '#shared/api/errors.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Invariant } from '#server/db/invariant.ts'

/** Channels of one statement, so that each is done in its time. */
const BATCH = 5_000

/** Parts of what an import wrote, by our numbers of channels, up to and including the last. */
export async function* batchesOf(
  tx: Tx,
  run: number,
): AsyncGenerator<{ readonly after: number; readonly upTo: number }> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ upTo: number | null }>`
      select max(channel_id) as "upTo" from (
        select channel_id from import_before where run_id = ${run} and channel_id > ${after}
        order by channel_id limit ${BATCH}) next`.execute(tx)
    const upTo = rows[0]?.upTo ?? null
    if (upTo === null) return
    yield { after, upTo }
    after = upTo
  }
}

type Batch = { readonly run: number; readonly after: number; readonly upTo: number }

export const imagesOf = ({ run, after, upTo }: Batch) =>
  sql`select * from import_before where run_id = ${run} and channel_id > ${after} and channel_id <= ${upTo}`

/** Of these, the channels that it created, by number. */
export const createdOf = (batch: Batch) =>
  sql`select channel_id from (${imagesOf(batch)}) image where before is null`

/** Of these, the channels that were there before. */
export const changedOf = (batch: Batch) =>
  sql`select * from (${imagesOf(batch)}) image where before is not null`

/** Locks the channels, so that nobody buys or changes one meanwhile. @returns their numbers */
export async function lockBatch(tx: Tx, batch: Batch): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from channel where id in (select channel_id from (${imagesOf(batch)}) image) order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export interface UndoCounts {
  readonly created: number
  readonly changed: number
}

/** What an undo would delete and restore, and of how many channels something depends on what the import wrote. */
export async function judgeBatch(tx: Tx, batch: Batch): Promise<UndoCounts & Dependents> {
  const { rows } = await sql<UndoCounts & Dependents>`
    with run as (select finished_at, place from import_run where id = ${batch.run}),
    image as materialized (${imagesOf(batch)}),
    -- contacts that came with it or since
    added as materialized (
      select k.id, image.channel_id, before is null as is_created, k.source_kind, address.confirmed_at
      from image join contact k using (channel_id) join address using (address)
      where before is null or (before ? 'contacts' and not exists (
        select from jsonb_array_elements(before -> 'contacts') old where (old ->> 'id')::bigint = k.id))),
    operated as (
      select subject_id as id from audit_entry, run where subject_kind = 'channel' and at >= finished_at
      union all
      select after ->> 'into' from audit_entry, run
      where subject_kind = 'channel' and at >= finished_at and verb = 'channels merge'),
    used as (
      select channel_id from image where before is null and (
        exists (select from reveal where reveal.channel_id = image.channel_id)
        or exists (select from card where card.channel_id = image.channel_id))
      union
      select channel_id from reveal join image using (channel_id)
      where before ? 'contacts' and contact_id is not null and created_at >= (select finished_at from run)
        and not exists (select from jsonb_array_elements(before -> 'contacts') old where (old ->> 'id')::bigint = contact_id)
      union
      -- given to a buyer in place of one that failed
      select channel_id from added
      where source_kind <> 'creator' and exists (select from bad_contact_report where replacement_id = added.id))
    select count(*) filter (where before is null) as created, count(*) filter (where before is not null) as changed,
      (select count(*) from used) as used,
      count(*) filter (where channel_id::text in (select id from operated)
        or not exists (select from channel where id = channel_id)) as operated,
      count(*) filter (where exists (
        select from import_before later join import_run on import_run.id = later.run_id
        where later.channel_id = image.channel_id and import_run.place > (select place from run))) as later,
      count(*) filter (where channel_id in (
        select channel_id from added where confirmed_at >= (select finished_at from run)
          or is_created and source_kind = 'creator')) as creators
    from image`.execute(tx)
  return rows[0]!
}

/** Forgets what was before an import. */
export async function forgetBefore(tx: Tx, run: number): Promise<void> {
  await sql`delete from import_before where run_id = ${run}`.execute(tx)
}

/** Whether what was before an import is still known; of one that wrote nothing it is. */
export async function isBeforeKnown(tx: Tx, run: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_run where id = ${run} and ((report ->> 'created')::bigint + (report ->> 'updated')::bigint = 0
      or exists (select from import_before where run_id = import_run.id))`.execute(tx)
  return rows.length === 1
}

/** Forgets what was before imports that ended by then, or of which a platform's facts are older than they may be kept. */
export async function forgetOld(
  db: Db,
  { endedBy, toldBy }: { readonly endedBy: Date; readonly toldBy: Date },
): Promise<void> {
  await sql`
    delete from import_before where run_id in (
      select id from import_run where finished_at <= ${endedBy}
      union select run_id from import_before where (before ->> 'refreshed_at')::timestamptz <= ${toldBy})`.execute(
    db,
  )
}

export const importInvariants: readonly Invariant[] = [
  {
    name: 'undo-of-imports',
    sentence: 'What was before an import is kept only of imports that were written and not undone.',
    offences: sql`
      select distinct format('import %s', run_id) as offence
      from import_before join import_run on import_run.id = run_id where state <> 'done'`,
  },
]
