import { isLockTimeout } from '#server/features/catalogue/import-lock.sql.ts'

const NOTHING_CHANGED = 'An import is being written: nothing was changed. Try again when it is over.'

/** Waits for work that an import may keep from being done, and says so then. */
export async function unlessImporting<T>(work: Promise<T>, sentence = NOTHING_CHANGED): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error(sentence, { cause: error })
  }
}
