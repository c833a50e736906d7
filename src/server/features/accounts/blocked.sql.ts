import { sql } from 'kysely'
import type { Language } from '#shared/i18n/messages.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Invariant } from '#server/db/invariant.ts'

/** @returns false when the person is blocked already */
export async function setBlocked(
  tx: Tx,
  { personId, category, now }: { readonly personId: number; readonly category: string; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('person')
    .set({ blocked_at: now, blocked_for: category })
    .where('id', '=', personId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns false when the person is not blocked */
export async function setUnblocked(tx: Tx, personId: number): Promise<boolean> {
  const result = await tx
    .updateTable('person')
    .set({ blocked_at: null, blocked_for: null })
    .where('id', '=', personId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Why a person is blocked; null when they are not. */
export async function blockedFor(tx: Tx, personId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('person')
    .select('blocked_for')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.blocked_for ?? null
}

/** The language of a person's last login. */
export async function languageOf(tx: Tx, personId: number): Promise<Language> {
  const row = await tx.selectFrom('person').select('language').where('id', '=', personId).executeTakeFirst()
  return row?.language === 'ru' ? 'ru' : 'en'
}

/** What must always hold for blocked people. */
export const blockedInvariants: readonly Invariant[] = [
  {
    name: 'blocked-without-session',
    sentence: 'Nobody who is blocked has a session.',
    offences: sql`
      select format('person %s', person.id) as offence
      from person where blocked_at is not null and exists (select from session where person_id = person.id)`,
  },
]
