import { getDomain } from 'tldts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import { forgetGift, rememberGift } from '#server/features/uses/gifts.sql.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { domainOf, foldAddress, foldTags, isKnownProvider } from '#server/people/mailboxes.ts'
import { siteOf } from '#server/people/newcomers.ts'
import { keyedHash } from '#server/config/secret.ts'
import { lockWelcomeDue, setWelcomeDue } from './accounts.sql.ts'

interface Newcomer {
  readonly personId: number
  readonly email: string
  readonly network: string
  readonly now: Date
}

/** The outcome: how many uses were given, and whether they follow later. */
interface Welcome {
  readonly uses: number
  readonly isDue: boolean
}

const NOTHING: Welcome = { uses: 0, isDue: false }

/**
 * Gives a new account its welcome uses: once per mailbox, however the address is spelled and even after the account was
 * deleted; limited per network, by day and month; and limited in total per mail domain that anyone could run. A person whom
 * the network's cap excludes gets them at a later login.
 */
export async function giveWelcomeUses(
  tx: Tx,
  { config, secret, limits }: Core,
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
    await giveUses(tx, { holderId: personId, kind: 'welcome', amount: config.welcomeUses, now })
    return { uses: config.welcomeUses, isDue: false }
  }
  await forgetGift(tx, gift)
  const isDue = full !== 'welcome_domain'
  await setWelcomeDue(tx, personId, isDue ? now : null)
  return { uses: 0, isDue }
}

/** Gives a person the welcome uses that a cap withheld, if the cap allows them now. */
export async function giveDueWelcome(tx: Tx, app: Core, newcomer: Newcomer): Promise<void> {
  if (await lockWelcomeDue(tx, newcomer.personId)) await giveWelcomeUses(tx, app, newcomer)
}

/**
 * The registered domain without subdomains, which cost nothing. Only the registries' part of the public suffix list counts:
 * names under its private part (dynamic DNS and the like) are free as well.
 */
function ownedDomain(email: string): string {
  const domain = domainOf(email)
  return getDomain(domain) ?? domain
}
