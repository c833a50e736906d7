import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { purgeSessions } from '#server/features/sessions/sessions.sql.ts'
import { purgeGifts } from '#server/features/uses/gifts.sql.ts'
import { purgeNonces } from '#server/people/nonces.ts'
import { WRONG_WITHIN_MS } from './log-in.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The longest time for which browsers keep a cookie. */
const BROWSERS_KEPT_MS = 400 * DAY_MS

/**
 * Deletes what no longer has an effect: expired sessions, codes, links and nonces, old login failures, solved captchas,
 * browsers not seen for a long time, counters; and, as promised to people, the hashes of given gifts 3 years after the
 * account was deleted.
 */
export async function purgeExpired({
  db,
  clock,
  limits,
  captcha,
}: Core & Pick<App, 'captcha'>): Promise<void> {
  const now = clock.now()
  await purgeSessions(db, now)
  await db.deleteFrom('code').where('expires_at', '<=', now).execute()
  await db.deleteFrom('link_token').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('login_failure')
    .where('failed_at', '<=', new Date(now.getTime() - WRONG_WITHIN_MS))
    .execute()
  await purgeGifts(db, now)
  await purgeNonces(db, now)
  await db
    .deleteFrom('known_browser')
    .where('seen_at', '<=', new Date(now.getTime() - BROWSERS_KEPT_MS))
    .execute()
  await captcha.purge()
  await limits.purge()
}
