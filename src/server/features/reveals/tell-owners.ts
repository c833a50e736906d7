import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import type { Core } from '#server/core.ts'
import { BEST_FIRST } from '#server/features/catalogue/known-contacts.sql.ts'
import { noteNotice } from '#server/features/catalogue/creator-contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'

/** A night's work, most at once. */
const NIGHTLY_EMAILS = 10_000

/**
 * Tells owners of addresses that lists of purchases show now although something else was bought: a list only reads, so
 * it cannot queue the notice. Each address once for good, as when it is sold.
 */
export async function tellOwners(app: Core & Pick<App, 'databases'>): Promise<void> {
  if (app.config.creatorNotice === 'off') return
  const { rows } = await sql<{ contactId: number; address: string }>`
    select best.id as "contactId", best.address
    from (
      select distinct channel_id from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
    ) bought
    cross join lateral (
      select * from known_contact contact where contact.channel_id = bought.channel_id and is_sold
      order by ${BEST_FIRST} limit 1
    ) best
    where best.noticed_at is null limit ${NIGHTLY_EMAILS}`.execute(app.databases.forChecks)
  for (const { contactId, address } of rows) {
    const isShown = await transact(app.db, async (tx) => {
      // Against an objection until the commit; its owner may have objected, or be told by a reveal, since it was found.
      const { rows: shown } = await sql`
        select from known_contact contact where id = ${contactId} and is_sold for key share of contact`.execute(
        tx,
      )
      if (shown.length > 0) await queueCreatorNotice(tx, app, { contactId, address, now: app.clock.now() })
      return shown.length > 0
    })
    if (isShown) await noteNotice(app.db, address, app.clock.now())
  }
}
