import { sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { FEATURES, type FeatureName } from '#shared/rules/feedback.ts'

interface NewVote {
  readonly personId: number
  readonly feature: FeatureName
  readonly now: Date
}

/** Records a sponsor's one vote. @returns false when the person has voted before, or is no longer a sponsor */
export async function insertVote(db: Db, { personId, feature, now }: NewVote): Promise<boolean> {
  const { rows } = await sql`
    insert into vote (person_id, feature, created_at)
    select id, ${feature}, ${now} from person where id = ${personId} and is_sponsor for key share
    on conflict (person_id) do nothing
    returning person_id`.execute(db)
  return rows.length === 1
}

/** All features with their votes, in the product's order. */
export async function countVotes(
  db: Db,
): Promise<{ readonly featureName: FeatureName; readonly votes: number }[]> {
  const rows = await db
    .selectFrom('vote')
    .select((eb) => ['feature', eb.fn.countAll<number>().as('votes')])
    .groupBy('feature')
    .execute()
  const votes = new Map(rows.map((row) => [row.feature, row.votes]))
  return FEATURES.map((featureName) => ({ featureName, votes: votes.get(featureName) ?? 0 }))
}

export async function ownVote(db: Db, personId: number): Promise<FeatureName | null> {
  const row = await db
    .selectFrom('vote')
    .select('feature')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return FEATURES.find((feature) => feature === row?.feature) ?? null
}

interface NewReview {
  readonly personId: number
  readonly text: string
  readonly mark: number
  readonly now: Date
}

/**
 * Stores a person's review, replacing the earlier one. If that was hidden, the new one is shown until somebody hides it.
 * @returns false when there is no such person
 */
export async function writeReview(db: Db, { personId, text, mark, now }: NewReview): Promise<boolean> {
  const { rows } = await sql`
    insert into review (person_id, mark, text, written_at)
    select id, ${mark}, ${text}, ${now} from person where id = ${personId} for key share
    on conflict (person_id) do update
      set mark = excluded.mark, text = excluded.text, written_at = excluded.written_at, hidden_at = null
    returning id`.execute(db)
  return rows.length === 1
}

/** A review as the operator sees it. */
/** The newest reviews; hidden ones only on request. */
export async function listReviews(
  db: Db,
  { withHidden, limit }: { readonly withHidden: boolean; readonly limit: number },
): Promise<CommandOutput<'reviews list'>> {
  return db
    .selectFrom('review')
    .leftJoin('person', 'person.id', 'review.person_id')
    .select((eb) => [
      'review.id',
      'review.mark',
      'review.text',
      'review.written_at as writtenAt',
      eb('review.hidden_at', 'is not', null).$castTo<boolean>().as('isHidden'),
      'person.username',
    ])
    .$if(!withHidden, (query) => query.where('review.hidden_at', 'is', null))
    .orderBy('review.written_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a review is hidden; undefined when there is none. Locks it until the transaction ends. */
export async function lockReview(tx: Tx, id: number): Promise<{ readonly isHidden: boolean } | undefined> {
  const row = await tx
    .selectFrom('review')
    .select('hidden_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { isHidden: row.hidden_at !== null }
}

/** Hides or shows a review. @returns false when there is no review with that number */
export async function hideReview(db: Db | Tx, id: number, hiddenAt: Date | null): Promise<boolean> {
  const result = await db
    .updateTable('review')
    .set({ hidden_at: hiddenAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Somebody who supports the product and agreed to be named. */
type Sponsor = CommandOutput<'sponsors list'>[number]

/** All sponsors, largest contribution first. */
export async function listSponsors(db: Db): Promise<Sponsor[]> {
  return db
    .selectFrom('sponsor')
    .select(['name', 'url', 'contribution', 'agreed_at as agreedAt'])
    .orderBy('contribution', 'desc')
    .orderBy('id')
    .execute()
}

/** @returns false when somebody of that name is already listed, in any case */
export async function addSponsor(
  db: Db | Tx,
  { name, url, contribution, agreedAt }: Sponsor,
): Promise<boolean> {
  const result = await db
    .insertInto('sponsor')
    .values({ name, url, contribution, agreed_at: agreedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The sponsor of that name, in any case. */
export async function findSponsor(
  tx: Tx,
  name: string,
): Promise<{ readonly id: number; readonly contribution: number } | undefined> {
  return tx
    .selectFrom('sponsor')
    .select(['id', 'contribution'])
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirst()
}

/** @returns false when nobody of that name is listed */
export async function removeSponsor(db: Db | Tx, name: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sponsor')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
