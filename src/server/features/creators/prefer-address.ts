import { CREATOR_LINK_DAYS } from '#shared/rules/creators.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { addPreferredContacts, pauseContacts } from '#server/features/catalogue/creator-contacts.sql.ts'
import { queueLetter } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { changeContacts } from './change-terms.ts'
import { creatorLink, linkLetter, preferredLetter } from './creators.mails.ts'
import {
  copyTerms,
  findCreatorLink,
  hasObjected,
  insertCreatorLink,
  lockCreatorLink,
  readKeptChannels,
  settlePreference,
} from './creators.sql.ts'
import { readKept } from './read-kept.ts'

type MailingApp = Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'limits' | 'config' | 'secret'>

/** So many channels are named in a letter. */
const NAMED_CHANNELS = 5

/**
 * Mails the link with which the owner of an address corrects or confirms what is kept. Every address gets one, whether it is
 * in the catalogue or not, so nobody learns which ones are.
 * @throws Refusal too_many_requests
 */
export async function requestCreatorLink(
  app: MailingApp,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await countLetter(app, address)
  await transact(app.db, async (tx) => {
    const { token, link } = newLink(app, address)
    await insertCreatorLink(tx, link)
    await queueLetter(tx, app, address, linkLetter(language, creatorLink(app.config, token)))
  })
}

async function countLetter({ limits }: Pick<App, 'limits'>, address: string): Promise<void> {
  await limits.consume('verification', `creator ${address}`)
  await limits.consume('verification_day', `creator ${address}`)
}

function newLink({ random, clock }: MailingApp, address: string) {
  const [token, now] = [random.token(), clock.now()]
  const expiresAt = new Date(now.getTime() + CREATOR_LINK_DAYS.asked * 86_400_000)
  return { token, link: { token_hash: sha256(token), address, created_at: now, expires_at: expiresAt } }
}

interface Wish {
  readonly token: string
  readonly address: string
  readonly language: Language
}

/**
 * Asks the owner of an address, by a letter to it, whether it is to be preferred to the one that the link speaks for. An
 * address whose owner objected gets no letter, and the answer does not tell.
 * @throws Refusal wrong_token, too_many_requests
 */
export async function preferAddress(app: MailingApp, { token, address, language }: Wish): Promise<void> {
  const giver = await findCreatorLink(app.db, sha256(token), app.clock.now())
  if (giver === undefined || giver.insteadOf !== null) throw new Refusal('wrong_token')
  // Of the owner too: a link must not send letters to any number of addresses.
  await app.limits.consume('verification_day', `preference of ${giver.address}`)
  await countLetter(app, address)
  const channels = await readKeptChannels(app.db, giver.address)
  if (channels.length === 0 || address === giver.address) return
  await transact(app.db, async (tx) => {
    if (await hasObjected(tx, address, addressHash(app.secret, address))) return
    const made = newLink(app, address)
    await insertCreatorLink(tx, { ...made.link, instead_of: giver.address })
    const names = channels.slice(0, NAMED_CHANNELS).map(({ channel_name: name }) => name)
    await queueLetter(tx, app, address, preferredLetter(language, names, creatorLink(app.config, made.token)))
  })
}

/**
 * Makes an address the best contact of the channels that it is preferred for, because its owner confirms it by the letter to
 * it. From then on the link speaks for that address; repeats are harmless.
 * @throws Refusal wrong_token: also when the owner has objected meanwhile; unavailable during an import
 */
export async function confirmPreferred(
  app: Pick<App, 'db' | 'clock' | 'secret'>,
  token: string,
): Promise<DataOf<'PUT /creator/address'>> {
  const now = app.clock.now()
  return changeContacts(app, async (tx) => {
    const link = await lockCreatorLink(tx, sha256(token), now)
    if (link === undefined || (await hasObjected(tx, link.address, addressHash(app.secret, link.address))))
      throw new Refusal('wrong_token')
    if (link.insteadOf !== null) {
      await settlePreference(tx, sha256(token))
      const isPaused = await copyTerms(tx, link.insteadOf, link.address)
      await addPreferredContacts(tx, { address: link.address, insteadOf: link.insteadOf, now })
      if (isPaused) await pauseContacts(tx, link.address, true)
    }
    return readKept(tx, { ...link, insteadOf: null })
  })
}
