import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { readTaste } from './recommendations.sql.ts'
import { similarChannels, type SimilarPage } from './similar.sql.ts'

/** The number of newest purchases that say what a person likes. */
const SEEDS = 20

interface Wanted {
  readonly holderId: number
  readonly limit: number
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal
}

/**
 * Active channels like those that a person has bought last, each with its reasons and the purchase that it is like. Never one that
 * the person has bought or dismissed; none without purchases, or when nothing is like them.
 */
export async function recommendChannels(
  { db, databases, demo }: Core & Pick<App, 'databases'>,
  { holderId, limit, signal }: Wanted,
): Promise<{ readonly data: [] | SimilarPage['items'] }> {
  const { boughtLast: ids, excluded } = await readTaste(db, holderId, SEEDS)
  if (ids.length === 0) return { data: [] }
  const page = await databases.readCatalogue((source) =>
    similarChannels(source, { ids, excluded, limit, withDemo: demo !== null, withLike: true, signal }),
  )
  return { data: page?.items ?? [] }
}
