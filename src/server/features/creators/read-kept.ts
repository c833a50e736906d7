import type { DataOf } from '#shared/api/contract.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { hostOf } from './creators.mails.ts'
import { readPreferred } from './preferences.sql.ts'
import { type CreatorLink, readKeptChannels, readTerms } from './creators.sql.ts'

/** What is kept of the address that a link speaks for; of a preferred one, of the address that it is preferred to. */
export async function readKept(db: Db | Tx, { address, insteadOf }: Omit<CreatorLink, 'mailedAt'>) {
  const about = insteadOf ?? address
  const channels = await readKeptChannels(db, about)
  const { refuses, isPaused, pausedUntil, sold, notSold } = await readTerms(db, about)
  const [preferred] = insteadOf === null ? await readPreferred(db, address) : []
  return {
    purpose: insteadOf === null ? 'own' : 'prefer',
    email: address,
    preferredEmail: preferred === undefined ? null : maskEmail(preferred),
    channels: channels.map(({ sourceUrl, firstSeenAt, lastSeenAt, confirmedAt, ...channel }) => ({
      ...channel,
      sourceHost: hostOf(sourceUrl),
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
    sold: sold === 0 ? '0' : sold < 10 ? '1-9' : sold < 100 ? '10-99' : '100+',
    refuses,
    notSold,
    isPaused,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  } satisfies DataOf<'POST /creator'>
}

/** The first letter and the domain: enough for its owner, not for a stranger to whom the email was forwarded. */
export function maskEmail(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`
}
