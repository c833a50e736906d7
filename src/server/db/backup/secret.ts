import { existsSync, readFileSync } from 'node:fs'
import type { Config } from '#server/config/config.ts'
import { fingerprint, readSecret, replaceSecret } from '#server/config/secret.ts'

/**
 * A backup never contains the application's secret: with it, anybody who has the file could turn its keyed hashes back into
 * addresses. A secret that only the data folder has is written to its own file, to be kept elsewhere.
 */
export const secretFileOf = (backupFile: string) => `${backupFile}.secret`

/**
 * Finds the secret that a backup needs: the installation's own, else the one beside the backup.
 * @returns a function to call once the data is restored
 * @throws Error with one sentence when it cannot be found
 */
export function findSecret(
  config: Pick<Config, 'appSecret' | 'dataDir'>,
  backupFile: string,
  wanted: string | null,
): () => void {
  const isWanted = (text: string | undefined) => text !== undefined && fingerprint(text) === wanted
  if (wanted === null || isWanted(readSecret(config)?.text)) return () => undefined
  if (config.appSecret !== null)
    throw new Error('This backup was made with another APP_SECRET; set that one.')
  const file = secretFileOf(backupFile)
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!isWanted(kept)) {
    throw new Error(
      `The secret that this backup was made with is missing: put it beside the backup as ${file}, or set it as APP_SECRET.`,
    )
  }
  // The database is empty until then, so nothing depends on a secret that may have been generated for it.
  return () => replaceSecret(config, kept)
}
