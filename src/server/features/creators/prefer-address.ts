import { CREATOR_LINK_DAYS } from '#shared/rules/creators.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { Creator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { addPreferredContacts } from '#server/features/catalogue/creator-contacts.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { changeContacts } from './change-terms.ts'
import { creatorLink, languageOfCreator, linkEmail, preferredEmail, replacedEmail } from './creators.mails.ts'
import {
  findCreatorLink,
  hasObjected,
  insertCreatorLink,
  lockCreatorLink,
  readKeptChannels,
  settlePreference,
} from './creators.sql.ts'
import { insertPreference, readOwnChannels } from './preferences.sql.ts'
import { makeCreatorLink, queueReceipt } from './queue-receipt.ts'
import { maskEmail, readKept } from './read-kept.ts'

/** The maximum number of channels named in an email. */
const NAMED_CHANNELS = 5

/**
 * Mails the link with which the owner of an address corrects or confirms what is kept. Every address gets one, whether it is
 * in the catalogue or not, so nobody learns which ones are.
 * @throws Refusal too_many_requests
 */
export async function requestCreatorLink(
  app: Core,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await app.limits.consume('verification', `creator ${address}`)
  await app.limits.consume('verification_day', `creator ${address}`)
  await transact(app.db, async (tx) => {
    const { token, link } = makeCreatorLink(app, address, CREATOR_LINK_DAYS.asked)
    await insertCreatorLink(tx, link)
    await queueEmail(tx, app, address, linkEmail(language, creatorLink(app.config, language, token)))
  })
}

interface Wish {
  readonly address: string
  readonly language: Language
}

/**
 * Asks the owner of an address, by an email to it, whether it is to be preferred to the one that the link speaks for. An
 * address whose owner objected gets no email, and the answer does not tell.
 * @throws Refusal wrong_token, too_many_requests
 */
export async function preferAddress(
  app: Core,
  { tokenHash }: Creator,
  { address, language }: Wish,
): Promise<void> {
  const giver = await findCreatorLink(app.db, tokenHash, app.clock.now())
  if (giver === undefined || giver.insteadOf !== null) throw new Refusal('wrong_token')
  const channels = await readKeptChannels(app.db, giver.address)
  if (channels.length === 0 || address === giver.address) return
  // A key of its own: the owner of the other address has not asked, and can still get a link. Also counted for an address that
  // gets no email, or the answer would tell.
  await app.limits.consume('verification', `preference of ${giver.address} ${address}`)
  await app.limits.consume('verification_day', `preference of ${giver.address}`)
  await transact(app.db, async (tx) => {
    const isRefused = await hasObjected(tx, address, addressHash(app.secret, address))
    if ((await lockCreatorLink(tx, tokenHash, app.clock.now())) === undefined)
      throw new Refusal('wrong_token')
    // Also for one that gets no email: the receipt does not tell either.
    const acts = [{ kind: 'gave', maskedEmail: maskEmail(address) }] as const
    await queueReceipt(tx, app, { address: giver.address, language, acts })
    if (isRefused) return
    const made = makeCreatorLink(app, address, CREATOR_LINK_DAYS.asked)
    await insertCreatorLink(tx, { ...made.link, instead_of: giver.address })
    const names = channels.slice(0, NAMED_CHANNELS).map(({ channel_name: name }) => name)
    await queueEmail(
      tx,
      app,
      address,
      preferredEmail(language, names, creatorLink(app.config, language, made.token)),
    )
  })
}

/**
 * Makes an address the best contact of the channels that it is preferred for, because its owner confirms it by the email to
 * it. The owner of the other one gets an email, with a link that takes it back: the wish may be that of somebody to whom a
 * email was forwarded. From then on the link speaks for its own address; repeats are harmless.
 * @throws Refusal wrong_token: also when either owner has objected meanwhile; unavailable during an import
 */
export async function confirmPreferred(
  app: Core,
  { tokenHash }: Creator,
  language: Language,
): Promise<DataOf<'PUT /creator/address'>> {
  const now = app.clock.now()
  return changeContacts(app, async (tx) => {
    const asked = await findCreatorLink(tx, tokenHash, now)
    // Before the link is locked: the operator's objections go on to the links from here.
    if (asked === undefined || (await hasObjected(tx, asked.address, addressHash(app.secret, asked.address))))
      throw new Refusal('wrong_token')
    const link = await lockCreatorLink(tx, tokenHash, now)
    if (link === undefined) throw new Refusal('wrong_token')
    const { address, insteadOf } = link
    if (insteadOf !== null) {
      await settlePreference(tx, tokenHash)
      if (await addPreferredContacts(tx, { address, insteadOf, now })) {
        await insertPreference(tx, { address, insteadOf, now })
        await tellReplaced(tx, app, { address, insteadOf })
        await queueReceipt(tx, app, { address, language, acts: [{ kind: 'preferred' }] })
      }
    }
    return readKept(tx, { ...link, insteadOf: null })
  })
}

/** Tells the owner of an address that another one is preferred to it. Never by whom. */
async function tellReplaced(
  tx: Tx,
  app: Core,
  { address, insteadOf }: { readonly address: string; readonly insteadOf: string },
): Promise<void> {
  const channels = await readOwnChannels(tx, insteadOf, NAMED_CHANNELS)
  const [first] = channels
  if (first === undefined) return
  const { token, link } = makeCreatorLink(app, insteadOf, CREATOR_LINK_DAYS.notice)
  await insertCreatorLink(tx, link)
  const language = languageOfCreator(first)
  await queueEmail(
    tx,
    app,
    insteadOf,
    replacedEmail({
      language,
      channels: channels.map(({ name }) => name),
      maskedEmail: maskEmail(address),
      link: creatorLink(app.config, language, token),
    }),
  )
}
