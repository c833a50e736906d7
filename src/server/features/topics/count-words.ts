import type { App } from '#server/app.ts'
import { sampleWords } from './recent.sql.ts'

/** Counts again how many channels use the words of titles, from a sample, so that rare words weigh more than common ones. */
export async function countWords({ db }: Pick<App, 'db'>): Promise<void> {
  await sampleWords(db)
}
