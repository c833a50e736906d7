import type { FeatureName } from '#shared/rules/features.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { insertVote } from './votes.sql.ts'

interface Vote {
  readonly personId: number
  readonly feature: FeatureName
}

/**
 * Records a sponsor's one vote.
 * @throws Refusal already_voted, whichever feature the earlier vote was for
 */
export async function castVote({ db, clock }: Pick<App, 'db' | 'clock'>, vote: Vote): Promise<void> {
  const isCounted = await insertVote(db, { ...vote, now: clock.now() })
  if (!isCounted) throw new Refusal('already_voted', { extras: { message: false } })
}
