import type { Source } from '#server/db/lanes.ts'
import type { Db } from '#server/db/connect.ts'
import { Json } from '#server/json.ts'
import type { DataOf } from '#shared/api/contract.ts'

/** Channels like some others, best first. */
export interface SimilarPage {
  /** Each channel with its `reasons`, and with `like` where that was asked for. */
  readonly items: Json<DataOf<'GET /recommendations'>>
  /** `names`: of no seed the recent titles are known. */
  readonly basis: 'topics' | 'names'
}

export interface SimilarOptions {
  /** The channels that others are to be like. */
  readonly ids: readonly number[]
  /** Channels that are left out beside these. */
  readonly excluded: readonly number[]
  readonly limit: number
  readonly withDemo: boolean
  /** Whether each channel says which of `ids` it is like. */
  readonly withLike?: boolean
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal | undefined
}

const SIMILAR = 'select * from similar_channels($1::bigint[], $2::bigint[], $3, $4, $5)'

/** Active channels like these (`db/code/release/similar.sql`); null when none of `ids` is one. */
export async function similarChannels(
  source: Pick<Source, 'query'>,
  { ids, excluded, limit, withDemo, withLike = false, signal }: SimilarOptions,
): Promise<SimilarPage | null> {
  const values = [ids, excluded, limit, !withDemo, withLike]
  const rows = await source.query<{ items: string | null; basis: SimilarPage['basis'] }>(
    { name: 'similar-channels', text: SIMILAR, values },
    signal,
  )
  const [page] = rows
  return page === undefined || page.items === null ? null : { items: new Json(page.items), basis: page.basis }
}

/** The channels that a person has bought. */
export async function ownedChannels(db: Db, holderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reveal')
    .select('channel_id as id')
    .where('holder_id', '=', holderId)
    .where('channel_id', 'is not', null)
    .$narrowType<{ id: number }>()
    .execute()
  return rows.map(({ id }) => id)
}
