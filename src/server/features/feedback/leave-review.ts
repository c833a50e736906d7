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
 * Keeps a person's review in place of an earlier one, which the operator may have hidden: new words are looked at anew.
 * @throws Refusal not_logged_in when the account was deleted meanwhile
 */
export async function leaveReview({ db, clock }: Pick<App, 'db' | 'clock'>, review: Review): Promise<void> {
  if (!(await writeReview(db, { ...review, now: clock.now() }))) throw new Refusal('not_logged_in')
}
