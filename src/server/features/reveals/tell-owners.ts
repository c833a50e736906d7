import { transact } from '#server/db/connect.ts'
import type { App } from '#server/app.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { lockShown, shownInstead, toldOwners } from './tell-owners.sql.ts'

/** Purchases of one statement. */
const BATCH = 1_000

/**
 * Tells owners of addresses that lists of purchases show now although something else was bought: a list only reads, so
 * it cannot queue the notice. Each address once for good, as when it is sold.
 */
export async function tellOwners(
  app: Pick<App, 'db' | 'clock' | 'config' | 'jobs' | 'random' | 'secret'>,
): Promise<void> {
  if (app.config.creatorNotice === 'off') return
  for (let after: number | null = 0; after !== null; ) {
    const { shown, last } = await shownInstead(app.db, after, BATCH)
    const told = await toldOwners(
      app.db,
      [...shown.values()].map((address) => addressHash(app.secret, address)),
    )
    for (const [contactId, address] of shown) {
      if (told.has(addressHash(app.secret, address).toString('hex'))) continue
      await transact(app.db, async (tx) => {
        if (await lockShown(tx, contactId))
          await queueCreatorNotice(tx, app, { contactId, address, now: app.clock.now() })
      })
    }
    after = last
  }
}
