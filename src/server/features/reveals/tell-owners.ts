import { transact } from '#server/db/connect.ts'
import type { Core } from '#server/core.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { lockShown, newestPurchase, replacementContacts, notifiedOwners } from './tell-owners.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** How many purchases one statement looks at, and after which time a run begins no other ones. */
const RUN_LIMITS = { batch: 1_000, ms: 300_000 }
/** Multiples of it, without the whole part, are spread evenly, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Tells owners of addresses that lists of purchases show now although something else was bought: a list only reads, so
 * it cannot queue the notice. Each address once for good, as when it is sold. A run that has too little time for all purchases
 * begins somewhere else every night.
 */
export async function tellOwners(app: Core, limits = RUN_LIMITS): Promise<void> {
  if (app.config.creatorNotice === 'off') return
  const end = performance.now() + limits.ms
  const night = Math.floor(app.clock.now().getTime() / DAY_MS)
  const begin = Math.floor(((night * GOLDEN) % 1) * (await newestPurchase(app.db)))
  let after = begin
  let hasTurned = false
  do {
    const { shown, last } = await replacementContacts(app.db, after, limits.batch)
    const told = await notifiedOwners(
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
    if (last === null && hasTurned) return
    hasTurned ||= last === null
    after = last ?? 0
  } while (performance.now() < end && !(hasTurned && after >= begin))
}
