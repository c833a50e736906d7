import { getDomain } from 'tldts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import { forgetGift, rememberGift } from '#server/features/uses/gifts.sql.ts'
import { giveUses } from '#server/features/uses/give-uses.ts'
import { siteOf } from '#server/people/newcomers.ts'
import { keyedHash } from '#server/config/secret.ts'
import { lockWelcomeDue, setWelcomeDue } from './accounts.sql.ts'
import { domainOf, foldAddress, foldTags, isKnownProvider } from '#server/people/fold-address.ts'

interface Newcomer {
  readonly personId: number
  readonly email: string
  readonly network: string
  readonly now: Date
}

/** What became of the gift: how many uses were given, and whether they come later instead. */
interface Welcome {
  readonly uses: number
  readonly isDue: boolean
}

type WelcomeApp = Pick<App, 'config' | 'secret' | 'limits'>

const NOTHING: Welcome = { uses: 0, isDue: false }

/**
 * Gives a new account its welcome uses: once for whoever has the mailbox, however it is spelled and also after the account
 * was deleted; so many a day and a month to one network; and so many in all to a domain that anybody might run. Whom the cap
 * of a network keeps them from is given them at a later login.
 */
export async function giveWelcomeUses(
  tx: Tx,
  { config, secret, limits }: WelcomeApp,
  { personId, email, network, now }: Newcomer,
): Promise<Welcome> {
  if (config.welcomeUses === 0) return NOTHING
  const addressHash = keyedHash(secret, 'gift', foldTags(foldAddress(email)))
  const gift = { addressHash, gift: 'welcome', personId, now }
  if (!(await rememberGift(tx, gift))) {
    await setWelcomeDue(tx, personId, null)
    return NOTHING
  }
  const today = moscowDate(now)
  const site = siteOf(network)
  const full = await limits.takeAll(tx, [
    ['welcome_network', `${site} ${today}`],
    ['welcome_month', `${site} ${today.slice(0, 7)}`],
    ...(isKnownProvider(email) ? [] : [['welcome_domain', ownedDomain(email)] as const]),
  ])
  if (full === null) {
    await setWelcomeDue(tx, personId, null)
    await giveUses(tx, { personId, kind: 'welcome', reason: 'welcome', amount: config.welcomeUses, now })
    return { uses: config.welcomeUses, isDue: false }
  }
  await forgetGift(tx, gift)
  const isDue = full !== 'welcome_domain'
  await setWelcomeDue(tx, personId, isDue ? now : null)
  return { uses: 0, isDue }
}

/** Gives a person who comes in the welcome uses that a cap kept from them, if it is open by now. */
export async function giveDueWelcome(tx: Tx, app: WelcomeApp, newcomer: Newcomer): Promise<void> {
  if (await lockWelcomeDue(tx, newcomer.personId)) await giveWelcomeUses(tx, app, newcomer)
}

/**
 * The domain that somebody registered, without the subdomains that cost them nothing. Only the part of the public suffix
 * list that registries keep counts: names under its other part (dynamic DNS and the like) are free, too.
 */
function ownedDomain(email: string): string {
  const domain = domainOf(email)
  return getDomain(domain) ?? domain
}
