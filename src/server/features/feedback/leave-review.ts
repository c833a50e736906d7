import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { writeReview } from './reviews.sql.ts'

interface Review {
  readonly personId: number
  readonly text: string
  /** 1 to 5. */
  readonly mark: number
}

/**
 * Stores a person's review and replaces the earlier one. If that was hidden, the new one is shown until somebody hides it.
 * @throws Refusal not_logged_in when the account was deleted meanwhile
 */
export async function leaveReview({ db, clock }: Pick<App, 'db' | 'clock'>, review: Review): Promise<void> {
  if (!(await writeReview(db, { ...review, now: clock.now() }))) throw new Refusal('not_logged_in')
}
