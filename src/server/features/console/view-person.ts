import { sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { languageOf } from '#server/features/accounts/blocked.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { viewedEmail } from './console.mails.ts'

type Seen = CommandOutput<'users view'>

/** Shows an operator what a person's own pages show, without contacts, and tells the person. @throws Refusal no_such_person */
export async function viewPerson(app: Core, by: Operator, personId: number): Promise<Seen> {
  return transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) throw new Refusal('no_such_person')
    const seen = await readOwnPages(tx, personId, app.clock.now())
    const message = viewedEmail(await languageOf(tx, personId), app.config.supportEmail)
    await queueEmail(tx, app, email, message)
    await noteChange(tx, app, by, { verb: 'users view', kind: 'person', id: personId })
    return seen
  })
}

const SHOWN = 100

async function readOwnPages(tx: Tx, personId: number, now: Date): Promise<Seen> {
  const { rows } = await sql<{ uses: number }>`select ${usesLeft(sql`${personId}`, now)} as uses`.execute(tx)
  const purchases = await tx
    .selectFrom('purchase')
    .select(['transaction_id as number', 'channel_name as channel', 'created_at as boughtAt'])
    .where('holder_id', '=', personId)
    .orderBy('transaction_id', 'desc')
    .limit(SHOWN)
    .execute()
  const cards = await tx
    .selectFrom('card')
    .innerJoin('channel', 'channel.id', 'card.channel_id')
    .select(['channel.name as channel', 'card.stage', 'card.tags', 'card.next_step_on as nextStepOn'])
    .where('card.holder_id', '=', personId)
    .orderBy('card.added_at', 'desc')
    .limit(SHOWN)
    .execute()
  const followed = await tx
    .selectFrom('tracking')
    .innerJoin('video', 'video.id', 'tracking.video_id')
    .select([
      'video.title as video',
      'tracking.created_at as since',
      'tracking.advertised_on as advertisedOn',
    ])
    .where('tracking.holder_id', '=', personId)
    .orderBy('tracking.created_at', 'desc')
    .limit(SHOWN)
    .execute()
  return { id: personId, uses: rows[0]?.uses ?? 0, purchases, cards, followed }
}
