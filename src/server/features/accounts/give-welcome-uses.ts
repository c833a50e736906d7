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
 * @returns how many were given
 */
export async function giveWelcomeUses(
  tx: Tx,
  { config, secret, limits }: Pick<App, 'config' | 'secret' | 'limits'>,
  { personId, email, network, now }: Newcomer,
): Promise<number> {
  if (config.welcomeUses === 0) return 0
  const addressHash = keyedHash(secret, 'gift', foldAddress(email))
  if (!(await rememberGift(tx, { addressHash, gift: 'welcome', personId, now }))) return 0
  const today = moscowDate(now)
  if (!(await limits.take(tx, 'welcome_network', `${network} ${today}`))) return 0
  if (!isKnownProvider(email) && !(await limits.take(tx, 'welcome_domain', `${domainOf(email)} ${today}`)))
    return 0
  await giveUses(tx, { personId, kind: 'welcome', reason: 'welcome', amount: config.welcomeUses, now })
  return config.welcomeUses
}
