import { readFileSync } from 'node:fs'
import type { Config } from '#server/config/config.ts'
import { fingerprint, readSecret, replaceSecret } from '#server/config/secret.ts'

/**
 * The application's secret does not go into a backup: with it, whoever has the file could turn the keyed hashes in it back
 * into addresses. One that only the data folder has is written to a file of its own, to be kept apart.
 */
export const secretFileOf = (backupFile: string) => `${backupFile}.secret`

/**
 * Finds the secret that a backup needs: the installation's own, else the one kept beside the backup.
 *
 * @returns what to do once the data is there
 * @throws Error with one sentence when it is not to be had
 */
export function findSecret(
  config: Pick<Config, 'appSecret' | 'dataDir'>,
  backupFile: string,
  wanted: string | null,
): () => void {
  const nothingToDo = () => undefined
  if (wanted === null) return nothingToDo
  const known = readSecret(config)
  if (known !== null && fingerprint(known.text) === wanted) return nothingToDo
  if (config.appSecret !== null)
    throw new Error('This backup was made with another APP_SECRET; set that one.')
  const kept = readIfThere(secretFileOf(backupFile))
  if (kept === null || fingerprint(kept) !== wanted) {
    throw new Error(
      `The secret that this backup was made with is missing: put it beside the backup as ${secretFileOf(backupFile)}, or set it as APP_SECRET.`,
    )
  }
  // The database is empty until then, so nothing depends on a secret that may have been made for it.
  return () => replaceSecret(config, kept)
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
