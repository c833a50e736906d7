import { moscowDate } from '#server/clock.ts'
import type { Core } from '#server/core.ts'
import { readFilter } from '#server/features/search/read-search.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import { insertSearch } from './saved-searches.sql.ts'

/**
 * Saves a search by name. Channels that are added to the catalogue from now on are new in it.
 * @throws Refusal invalid_input: it has neither a text nor a filter, or there is no room for another one
 */
export async function saveSearch(
  app: Core,
  {
    holderId,
    personId,
    body: { name, frequency, text = null, ...given },
  }: { readonly holderId: number; readonly personId: number; readonly body: BodyOf<'POST /searches'> },
): Promise<DataOf<'POST /searches'>> {
  const query = {
    text: text === '' ? null : text,
    ageGroup: given.ageGroup && [...given.ageGroup],
    content_type: given.content_type && [...given.content_type],
    minSubs: given.minSubs ?? null,
    maxSubs: given.maxSubs ?? null,
    subsRanges: given.subsRanges ?? null,
    country: given.country && [...given.country],
    language: given.language ?? null,
    hasContact: given.hasContact ?? null,
    hideSilentDays: given.hideSilentDays ?? null,
  }
  if (query.text === null && readFilter(query) === null)
    throw new Refusal('invalid_input', { fields: { text: 'required' } })
  const now = app.clock.now()
  const saved = await holderTransaction(
    app,
    { holderId, actorId: personId, scope: 'purchases:write' },
    (tx) => insertSearch(tx, { holderId, personId, name, frequency, query, now, today: moscowDate(now) }),
  )
  if (saved === undefined) throw new Refusal('invalid_input', { fields: { name: 'searches_full' } })
  return saved
}
