import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { CONTACT_REASONS } from '#shared/rules/imports.ts'
import { FACTS, laterOf } from '#server/features/catalogue/channels.sql.ts'
import { IS_NEW } from './apply.sql.ts'
import { eachLine } from './read-lines.ts'
import { FILE_CHANNELS } from './stage.sql.ts'

const CONTACTS: ReadonlySet<string> = new Set(CONTACT_REASONS)

/** Creates import_refused: rows and contacts that were refused. @param quarantine the file that keeps them; null: none were */
async function stageRefused(client: ClientBase, quarantine: string | null): Promise<void> {
  await client.query(
    'create temp table import_refused (line bigint, reason text, is_contact boolean) on commit drop',
  )
  if (quarantine === null) return
  async function* refused() {
    for await (const bytes of eachLine(quarantine!)) {
      const [, line, reason = ''] = /^\{"line":(\d+),"reason":"([^"]*)"/.exec(bytes.toString()) ?? []
      yield `${line}\t${reason}\t${CONTACTS.has(reason)}\n`
    }
  }
  await pipeline(Readable.from(refused()), client.query(copyFrom('copy import_refused from stdin')))
}

const LATER_FACTS = FACTS.filter((fact) => fact !== 'name_key' && fact !== 'search_words')
/** The facts of a known channel `c` that its row `r` changes. */
const CHANGED = `concat_ws(',', ${LATER_FACTS.map(
  (fact) => `case when ${laterOf(fact, 'c', 'r')} is distinct from c.${fact} then '${fact}' end`,
).join(', ')},
  case when exists (select from import_contact x where x.channel_id = c.id and (x.is_new or x.is_later)) then 'contacts' end,
  case when k.twin_id is not null then 'merged' end)`

/**
 * What becomes of each row, in the order of the file: line, outcome, reason, the line that says more of the channel, number of the known channel,
 * name, changed facts.
 */
const LINES = `
  select r.line, case when k.id is null then 'create' when t.id is null then 'unchanged' else 'update' end as outcome,
         (select min(reason) from import_refused x where x.line = r.line and is_contact) as reason, null::bigint as same_as, k.id,
         r.name, case when t.id is not null then ${CHANGED} end as changed
    from ${FILE_CHANNELS} r
    left join import_known k using (line)
    left join import_touched t on t.id = k.id
    left join channel c on c.id = k.id
   where not exists (select from import_unknown u where u.line = r.line)
  union all
  select f.line, 'skipped', 'same channel', f.into_line, k.id, r.name, null
    from import_fold f join import_row r using (line) left join import_known k on k.line = f.into_line
   where f.line <> f.into_line and not exists (select from import_unknown u where u.line = f.into_line)
  union all
  select line, 'skipped', reason, null, null, null, null from import_refused where not is_contact
   order by 1`

/** Writes what becomes of each row to a file that `readLines` reads, when it is settled and before anything is written. */
export async function writeLines(
  client: ClientBase,
  { path, quarantine }: { readonly path: string; readonly quarantine: string | null },
): Promise<void> {
  await stageRefused(client, quarantine)
  await pipeline(client.query(copyTo(`copy (${LINES}) to stdout`)), createWriteStream(path, { mode: 0o600 }))
}

/** Facts that are kept of a channel that is changed; the rest of a channel an import does not write. */
const KEPT = ['platform_id', ...FACTS, 'fetched_at', 'uploads_checked_at', 'refreshed_at']

/**
 * Keeps the channels that an import is going to write as they are, for its undo. Of one that is only of a later date, that
 * date alone.
 */
export async function keepBefore(client: ClientBase, runId: number): Promise<void> {
  const contacts = `(
    select coalesce(jsonb_agg(to_jsonb(contact) - 'address' - 'channel_id'), '[]') from contact where channel_id = c.id)`
  const json = (facts: readonly string[]) =>
    `jsonb_build_object(${facts.map((fact) => `'${fact}', c.${fact}`).join(', ')}, 'contacts', ${contacts})`
  await client.query(`
    insert into import_before (channel_id, run_id, before)
    select id, ${runId}, null from ${FILE_CHANNELS} r where name is not null and ${IS_NEW}
    union all
    select c.id, ${runId}, ${json(KEPT)} from channel c where id in (
      select id from import_touched union select twin_id from import_known where twin_id is not null
      union select channel_id from import_conflict where not is_kept)
    union all
    select c.id, ${runId}, ${json(['fetched_at', 'uploads_checked_at', 'refreshed_at'])}
      from channel c join import_change x using (id)
     where not differs and id not in (select id from import_touched)
       and id not in (select channel_id from import_conflict where not is_kept)`)
}
