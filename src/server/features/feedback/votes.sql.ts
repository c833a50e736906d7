import { sql } from 'kysely'
import { FEATURES, type FeatureName } from '#shared/rules/features.ts'
import type { Db } from '#server/db/connect.ts'

interface NewVote {
  readonly personId: number
  readonly feature: FeatureName
  readonly now: Date
}

/** @returns false when the person has voted before or is no longer a sponsor */
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
