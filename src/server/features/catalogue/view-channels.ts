import { sql } from 'kysely'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { audiencesOf, contentTypesOf } from '#shared/rules/filters.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { searchText } from '#shared/rules/search-text.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { integerKey } from '#server/db/keyset-page.ts'
import { listPage } from '#server/db/list-page.ts'
import { parseHandle } from '#server/platforms/named-channels.ts'
import { editedFacts } from './channels.sql.ts'
import { ourNumberIn } from './find-channel.sql.ts'
import { numberOf } from './known-channels.sql.ts'

type List = CommandOutput<'channels list'>
type View = CommandOutput<'channels view'>
type Facts = Omit<View, 'addresses'>

const BY_NUMBER = integerKey<List['rows'][number]>(({ id }) => id, Number.MAX_SAFE_INTEGER)

const COUNTED = sql`
  (select count(*) from contact where channel_id = c.id) as contacts,
  (select count(*) from known_contact where channel_id = c.id and is_sold) as sold`

const REF = sql`${RELEASE}.channel_ref(c.platform, c.platform_id, c.id)`

/** Channels of any status, those added last first. A part of a name is looked for in all of them. */
export async function listChannels(
  { db }: Core,
  _by: Operator,
  { name, status, source, withoutContact, ...page }: CommandInput<'channels list'>,
): Promise<List> {
  const wanted = sql`
    ${name === undefined ? sql`true` : isNamed(name)}
    and (${status ?? null}::text is null or c.status = ${status ?? null})
    and (${source ?? null}::text is null or exists (
      select from contact where channel_id = c.id and contact_source(source_kind, source_url) = ${source ?? null}))
    and (not ${withoutContact}::boolean or not c.has_contact)`
  const { rows, next } = await listPage(
    page,
    BY_NUMBER,
    async ({ limit, after }) => {
      const found = await sql<List['rows'][number]>`
        select c.id, ${REF} as "channelId", c.name, c.handle, c.status, c.subscribers, c.fetched_at as "fetchedAt", ${COUNTED}
        from channel c where ${wanted} and (${after ?? null}::bigint is null or c.id < ${after ?? null})
        order by c.id desc limit ${limit}`.execute(db)
      return found.rows
    },
    async () => null,
  )
  return { rows, next }
}

function isNamed(text: string) {
  const { nameKey } = searchText(text)
  const handle = parseHandle(text, { bare: true })
  return sql<boolean>`(c.platform_id = ${text} or ${REF} = ${text} or c.id = ${ourNumberIn(text)}
    or c.handle = ${handle} or c.id in (select channel_id from contact where address = ${normalizeEmail(text)})
    or (${nameKey} <> '' and strpos(c.name_key, ${nameKey}) > 0))`
}

/** One channel with its contacts and all that is known of their addresses. @throws Refusal no_such_channel, several_channels */
export async function viewChannel(
  { db }: Core,
  _by: Operator,
  { channel }: CommandInput<'channels view'>,
): Promise<View> {
  const id = await numberOf(db, channel)
  const { rows } = await sql<View['addresses'][number]>`
    select known.id, case when suppressed_at is null then address end as address,
      contact_source(source_kind, source_url) as source, source_kind as "sourceKind", source_url as "sourceUrl",
      contact_source(source_kind, source_url) in (select source from switched_off_source) as "isSourceOff",
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", verification, verified_at as "verifiedAt",
      bounced_at as "bouncedAt", noticed_at as "noticedAt", confirmed_at as "confirmedAt", paused_at as "pausedAt",
      suppressed_at as "objectedAt", is_sold as "isSold",
      (select count(*) from reveal where contact_id = known.id) as reveals
    from known_contact known where channel_id = ${id} order by is_sold desc, last_seen_at desc, known.id`.execute(
    db,
  )
  return { ...(await readFacts(db, id)), addresses: rows }
}

interface Stored extends Omit<Facts, 'types' | 'audiences' | 'edited'> {
  readonly contentTypes: number
  readonly audienceBits: number
  readonly editedBits: number
}

/** All that is known of a channel that exists. */
export async function readFacts(db: Db | Tx, id: number): Promise<Facts> {
  const { rows } = await sql<Stored>`
    select c.id, ${REF} as "channelId", c.platform, c.handle, c.name, c.url, c.status, c.content_types as "contentTypes",
      c.audiences as "audienceBits", c.country, c.language, c.subscribers, c.views, c.uploads,
      c.last_upload_at as "lastUploadAt", c.source, c.fetched_at as "fetchedAt", c.refreshed_at as "refreshedAt",
      c.created_at as "createdAt", c.edited_facts as "editedBits", ${COUNTED},
      (select count(*) from reveal where channel_id = c.id) as purchases
    from channel c where c.id = ${id}`.execute(db)
  const { contentTypes, audienceBits, editedBits, ...facts } = rows[0]!
  return {
    ...facts,
    types: contentTypesOf(contentTypes),
    audiences: audiencesOf(audienceBits),
    edited: editedFacts(editedBits),
  }
}
