import { sql } from 'kysely'
import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { linkToPage } from '#server/render-email.ts'
import { endingEmail } from './payments.mails.ts'

const DAYS_BEFORE = 3

/**
 * Mails everybody whose subscription ends within three days, of a team its owner, once per end date. A missed run is made up for as long as the
 * subscription lasts; one that was renewed in time is skipped.
 */
export async function remindSubscribers(app: Core): Promise<void> {
  await transact(app.db, async (tx) => {
    for (const { email, language, lastDate } of await takeReminders(tx, app.clock.now())) {
      await queueEmail(
        tx,
        app,
        email,
        endingEmail(language, lastDate, linkToPage(app.config, 'purchase', language)),
      )
    }
  })
}

interface Reminder {
  readonly email: string
  /** The language of the person's last purchase. */
  readonly language: Language
  readonly lastDate: string
}

/** Marks the due reminders as sent and returns them; those that another run has marked are left out. */
async function takeReminders(tx: Tx, now: Date): Promise<Reminder[]> {
  const today = moscowDate(now)
  const { rows } = await sql<Reminder>`
    with taken as (
      insert into subscription_reminder (holder_id, last_date, sent_at)
      select lot.holder_id, max(lot.valid_on), ${now}
      from uses_lot lot
      join person on person.id = told_person(lot.holder_id, lot.holder_id) and person.blocked_at is null
      where lot.kind = 'day' and lot.withdrawn_at is null and lot.valid_on >= ${today}
      group by lot.holder_id
      having max(lot.valid_on) <= ${today}::date + ${DAYS_BEFORE}::integer
      on conflict do nothing
      returning holder_id, last_date
    )
    select person.email, taken.last_date as "lastDate",
      (
        select payment.language from payment where payment.holder_id = taken.holder_id
        order by payment.created_at desc limit 1
      ) as language
    from taken join person on person.id = told_person(taken.holder_id, taken.holder_id)`.execute(tx)
  return rows
}
