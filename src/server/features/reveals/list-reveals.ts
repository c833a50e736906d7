import { sql } from 'kysely'
import type { Period } from '#shared/api/command.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { isAfter, isWithin, listByInstant, moscowDay, type OfDay } from '#server/db/list-page.ts'

const AT = sql`reveal.created_at`

/** Whether emails to what was bought came back, as `/trust` counts. */
const IS_BOUNCED = sql`exists (
  select from bad_contact_report report
  where report.holder_id = reveal.holder_id and report.reveal_id = reveal.id and report.kind = 'bounced'
    and report.state in ('credited', 'replaced') and report.reason <> 'returned')`

/** What was opened by everybody or one holder, newest first; never which address. */
export async function listReveals(
  { db }: Core,
  _by: Operator,
  asked: CommandInput<'reveals list'>,
): Promise<CommandOutput<'reveals list'>> {
  const { holder = null, bounced } = asked
  const wanted = sql`${isWithin(AT, asked)} and (${holder}::integer is null or reveal.holder_id = ${holder})
    and (not ${bounced}::boolean or ${IS_BOUNCED})`
  return listByInstant(
    asked,
    async ({ limit, after }) => {
      const { rows } = await sql<CommandOutput<'reveals list'>['rows'][number]>`
        select reveal.id, reveal.created_at as at, holder_id as "holderId", actor_id as "actorId", channel_id as "channelId",
          channel.name as "channelName", ${IS_BOUNCED} as "isBounced"
        from reveal left join channel on channel.id = reveal.channel_id
        where ${wanted} and ${isAfter([AT, sql`reveal.id`], after, 'bigint')}
        order by reveal.created_at desc, reveal.id desc limit ${limit}`.execute(db)
      return rows
    },
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from reveal where ${wanted}`.execute(db)
      return rows[0]!
    },
  )
}

/** The reveals of each day, and those of them that bounced since. */
export async function countReveals(db: Db, period: Period): Promise<readonly OfDay<'reveals' | 'bounced'>[]> {
  const { rows } = await sql<OfDay<'reveals' | 'bounced'>>`
    select ${moscowDay(AT)} as day, metric, count(*)::integer as value
    from reveal cross join unnest('{reveals, bounced}'::text[]) metric
    where ${isWithin(AT, period)} and (metric = 'reveals' or ${IS_BOUNCED}) group by 1, 2`.execute(db)
  return rows
}
