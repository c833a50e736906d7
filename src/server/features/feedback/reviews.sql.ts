import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

interface NewReview {
  readonly personId: number
  readonly text: string
  readonly mark: number
  readonly now: Date
}

/** @returns false when there is no such person */
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
export interface ReviewSummary {
  readonly id: number
  readonly mark: number
  readonly text: string
  readonly writtenAt: Date
  readonly isHidden: boolean
  /** Null when the account was deleted. */
  readonly username: string | null
}

/** The newest reviews; hidden ones only on request. */
export async function listReviews(
  db: Db,
  { withHidden, limit }: { readonly withHidden: boolean; readonly limit: number },
): Promise<ReviewSummary[]> {
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

/** Hides or shows a review. @returns false when there is no review with that number */
export async function hideReview(db: Db, id: number, hiddenAt: Date | null): Promise<boolean> {
  const result = await db
    .updateTable('review')
    .set({ hidden_at: hiddenAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
