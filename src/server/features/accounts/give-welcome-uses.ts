import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import { giveUses } from '#server/features/uses/give-uses.ts'
import { keyedHash } from '#server/secret.ts'
import { rememberGift } from './accounts.sql.ts'
import { domainOf, foldAddress, isKnownProvider } from './fold-address.ts'

interface Newcomer {
  readonly personId: number
  readonly email: string
  readonly network: string
  readonly now: Date
}

/**
 * Gives a new account its welcome uses: once for whoever has the mailbox, however it is spelled and also after the account
 * was deleted; so many a day to one network; and so many a day to a domain that anybody might run.
 */
export async function giveWelcomeUses(
  tx: Tx,
  { config, secret, limits }: Pick<App, 'config' | 'secret' | 'limits'>,
  { personId, email, network, now }: Newcomer,
): Promise<void> {
  if (config.welcomeUses === 0) return
  const addressHash = keyedHash(secret, 'gift', foldAddress(email))
  if (!(await rememberGift(tx, { addressHash, gift: 'welcome', now }))) return
  const today = moscowDate(now)
  if (!(await limits.take(tx, 'welcome_network', `${network} ${today}`))) return
  if (!isKnownProvider(email) && !(await limits.take(tx, 'welcome_domain', `${domainOf(email)} ${today}`)))
    return
  await giveUses(tx, { personId, kind: 'welcome', reason: 'welcome', amount: config.welcomeUses, now })
}
