import type { Core } from '#server/core.ts'
import { sampleWords } from './recent.sql.ts'

/** Counts again how many channels use the words of titles, from a sample, so that rare words weigh more than common ones. */
export async function countWords({ db }: Core): Promise<void> {
  await sampleWords(db)
}
