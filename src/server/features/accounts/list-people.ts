import { sql } from 'kysely'
import type { Period } from '#shared/api/command.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { isAfter, isWithin, listByInstant, moscowDay, type OfDay } from '#server/db/list-page.ts'
import { describeDevice } from '#server/features/sessions/describe-device.ts'
import { listSessions } from '#server/features/sessions/sessions.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'

type Row = CommandOutput<'users list'>['rows'][number]

const AT = sql`person.created_at`

/** People with an account, the newest first. */
export async function listPeople(
  { db, clock }: Core,
  _by: Operator,
  { name, role, blocked, sponsors, since, until, ...page }: CommandInput<'users list'>,
): Promise<CommandOutput<'users list'>> {
  const wanted = sql`
    (${name ?? null}::text is null or username = ${name ?? null} or email = lower(${name ?? null}))
    and (${role ?? null}::text is null or operator.role = ${role ?? null})
    and (not ${blocked}::boolean or blocked_at is not null) and (not ${sponsors}::boolean or is_sponsor)
    and ${isWithin(AT, { since, until })}`
  const { rows, ...rest } = await listByInstant(
    page,
    async ({ limit, after }) => {
      const found = await sql<Omit<Row, 'createdAt'> & { at: Date }>`
        select id, email, username, created_at as at, is_sponsor as "isSponsor", blocked_at as "blockedAt",
          ${usesLeft(sql.ref('person.id'), clock.now())} as uses, operator.role
        from person left join operator on operator.person_id = id where ${wanted} and ${isAfter([AT, sql`id`], after, 'integer')}
        order by created_at desc, id desc limit ${limit}`.execute(db)
      return found.rows
    },
    async () => {
      const counted = await sql<{ count: number }>`
        select count(*)::integer as count from person left join operator on operator.person_id = id where ${wanted}`.execute(
        db,
      )
      return counted.rows[0]!
    },
  )
  return { ...rest, rows: rows.map(({ at: createdAt, ...row }) => ({ ...row, createdAt })) }
}

/** The accounts of each day's sign-ups that are still there. */
export async function countSignUps(db: Db, period: Period): Promise<readonly OfDay<'sign_ups'>[]> {
  const { rows } = await sql<OfDay<'sign_ups'>>`
    select ${moscowDay(AT)} as day, 'sign_ups' as metric, count(*)::integer as value
    from person where ${isWithin(AT, period)} group by 1`.execute(db)
  return rows
}

/** What is kept of a person's last days: sessions, limits that are used up, and when emails were sent. */
export async function showActivity(
  { db, clock, limits }: Core,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<CommandOutput<'users activity'>> {
  const now = clock.now()
  const sessions = (await listSessions(db, id, now)).map(({ userAgent, createdAt, lastSeenAt }) => {
    const { browser, system } = describeDevice(userAgent)
    return { device: [browser, system].filter(Boolean).join(', '), openedAt: createdAt, lastSeenAt }
  })
  return { id, sessions, limits: await limits.usedUp(id), emails: await emailsTo(db, { id, email }) }
}

type SentEmail = CommandOutput<'users activity'>['emails'][number]

async function emailsTo(
  db: Db,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<SentEmail[]> {
  const { rows } = await sql<SentEmail>`
    select 'code' as kind, created_at as at from code where code.email = ${email}
    union all select 'link', created_at from link_token where person_id = ${id}
    union all select 'invitation', created_at from invitation where invitation.email = ${email}
    union all select 'receipt', settled_at from payment where holder_id = ${id} and state in ('succeeded', 'refunded')
    union all select 'refund', refund.settled_at from refund join payment on payment.id = payment_id
      where holder_id = ${id} and refund.state = 'succeeded'
    union all select 'subscription', sent_at from subscription_reminder where holder_id = ${id}
    union all select 'digest', mailed_on::timestamp at time zone 'Europe/Moscow' from search_digest where person_id = ${id}
    order by at desc limit 20`.execute(db)
  return rows
}
