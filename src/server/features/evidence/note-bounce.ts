import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { noteBounce } from '#server/features/catalogue/contacts.sql.ts'
import { LOCK_TIMEOUT_MS, waitAtMost } from '#server/features/catalogue/import-lock.sql.ts'
import { queueOwnerQuestion } from '#server/features/creators/ask-owner.ts'
import { refusedEmails } from '#server/jobs/send-mail.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import { judgeBounce } from './judge-bounce.ts'
import { readBounce } from './read-bounce.ts'

interface Marked {
  readonly contactId: number
  readonly address: string
  /** When it was reported. */
  readonly at: Date
}

/**
 * Marks an address of which a buyer says that it does not exist; at the first time its owner is asked. It stays on sale, since
 * anybody can type what a mail server answers.
 */
export async function markContact(tx: Tx, app: Core, { contactId, address, at }: Marked): Promise<void> {
  if ((await noteBounce(tx, { address, at, isOurs: false })) !== 'first') return
  await queueOwnerQuestion(tx, app, { contactId, address, now: app.clock.now() })
}

/** Takes an address off sale when an email of ours to it was refused because there is no such mailbox or domain. */
export const refusedJob = refusedEmails<Core>(async (app, { to, said }) => {
  const { code, meaning } = judgeBounce(said)
  if (meaning === 'gone' && isOfAddress(code))
    await takeOffSale(app, { address: normalizeEmail(to), sentAt: app.clock.now() })
})

/** What became of a bounce: the address is off sale; it says something else; it answers no email of ours; its owner has confirmed since. */
export type TakenBounce = 'off sale' | 'not gone' | 'not ours' | 'outdated'

/**
 * Reads a bounce that reached MAIL_BOUNCES. Only one with the token of an email that we sent to the address counts.
 * @param text its source
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`)
 */
export async function takeBounce(app: Core & Pick<App, 'bounces'>, text: string): Promise<TakenBounce> {
  for (const address of new Set(addressesIn(text))) {
    const sentAt = app.bounces?.sentAt(text, address) ?? null
    if (sentAt === null) continue
    const reading = await readBounce(text, address)
    if (typeof reading === 'string' || reading.meaning !== 'gone' || !isOfAddress(reading.code))
      return 'not gone'
    return takeOffSale(app, { address, sentAt })
  }
  return 'not ours'
}

/** 5.1.x of RFC 3463: the server's own word that it is the address. */
function isOfAddress(code: string | null): boolean {
  return code?.startsWith('5.1.') === true
}

async function takeOffSale(
  { db, log }: Core,
  { address, sentAt }: { readonly address: string; readonly sentAt: Date },
): Promise<'off sale' | 'outdated'> {
  const noted = await transact(db, async (tx) => {
    await waitAtMost(tx, LOCK_TIMEOUT_MS)
    return noteBounce(tx, { address, at: sentAt, isOurs: true })
  })
  if (noted === 'outdated') return 'outdated'
  log.info('a contact is no longer sold because an email of ours to it came back')
  return 'off sale'
}

const ADDRESS = /[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9.-]{1,255}(?<=[a-z0-9])/gi

function addressesIn(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([address]) => normalizeEmail(address))
}
