import type { DataOf } from '#shared/api/contract.ts'
import type { BulkResult } from '#shared/rules/bulk-reveals.ts'
import { daysInactive, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { insertQuote, type QuotedChannel, type QuotedLine, readQuoted, readUses } from './quotes.sql.ts'
import { readAllowed } from './reveal-contact.ts'

interface Asked {
  readonly holderId: number
  readonly actorId: number
  /** The API's ids, each once. */
  readonly channelIds: readonly string[]
}

/**
 * Says what revealing channels would cost and why some cannot be revealed, and keeps it: for some minutes the person may start
 * exactly this. Uses go to the channels in the given order as far as balance and budget suffice.
 * @throws Refusal session_expired when the account is gone; forbidden: may no longer reveal for the team
 */
export async function quoteReveals(
  { db, clock, random, demo }: Core,
  { holderId, actorId, channelIds }: Asked,
): Promise<DataOf<'POST /reveals/quote'>> {
  const now = clock.now()
  const found = await readQuoted(db, { holderId, channelIds, withDemo: demo !== null })
  const uses = await readUses(db, { holderId, now })
  const budget = (await readAllowed(db, { holderId, actorId, now })) ?? Infinity
  let cost = 0
  const lines = channelIds.map((channelId): QuotedLine & { readonly isInactive: boolean } => {
    const channel = namedBy(found, channelId)
    const result = settledResult(channel)
    const isFree = channel?.isBought === true
    const lack =
      result !== null || isFree ? null : cost >= budget ? 'over_budget' : cost >= uses ? 'no_uses' : null
    const maySpend = result === null && !isFree && lack === null
    if (maySpend) cost += 1
    return {
      channelId,
      name: channel?.name ?? null,
      maySpend,
      result: result ?? lack,
      isInactive: result === null && !isFree && channel !== null && isInactive(channel, now),
    }
  })
  const quoteId = random.uuid()
  const expiresAt = await insertQuote(db, { id: quoteId, holderId, actorId, lines, now })
  if (expiresAt === undefined) throw new Refusal('session_expired')
  const idsOf = (isMeant: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(isMeant).map(({ channelId }) => channelId)
  const ending = (...results: readonly BulkResult[]) =>
    idsOf(({ result }) => result !== null && results.includes(result))
  return {
    quoteId,
    cost,
    already: idsOf(({ result, maySpend }) => result === null && !maySpend),
    noContact: ending('no_contact'),
    notFound: ending('not_found'),
    withheld: ending('withheld'),
    inactive: idsOf((line) => line.isInactive),
    overBudget: ending('over_budget'),
    noUses: ending('no_uses'),
    balance: uses,
    balanceAfter: uses - cost,
    expiresAt,
  }
}

/** The channel that a reveal would take for an id. */
function namedBy(found: readonly QuotedChannel[], channelId: string): QuotedChannel | null {
  const named = found.filter(({ ref }) => ref === channelId)
  return (named.length === 1 ? named[0] : named.find(({ isBought }) => isBought)) ?? null
}

/** The result of a channel that cannot be revealed now, as a reveal would refuse it; null when it can. */
function settledResult(channel: QuotedChannel | null): BulkResult | null {
  if (channel === null || (channel.isGone && !channel.isBought)) return 'not_found'
  if (channel.hasContact) return null
  return channel.isWithheld || channel.isBought ? 'withheld' : 'no_contact'
}

function isInactive({ lastUploadAt, uploadsCheckedAt }: QuotedChannel, now: Date): boolean {
  return (daysInactive(lastUploadAt, uploadsCheckedAt, now) ?? 0) >= LONG_INACTIVE_DAYS
}
