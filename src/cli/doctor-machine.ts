import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import type { Config } from '#server/config/config.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './diagnosis.ts'

const MEGABYTE = 1_048_576
/** A server with its pools and caches takes 200 to 300 MB. */
const MIN_MEMORY = 512 * MEGABYTE
const MIN_DISK = 1_024 * MEGABYTE
const LOW_DISK_SHARE = 0.1

/** Memory and disk of the machine or container on which the command runs. */
export function checkMachine({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  return [checkMemory(process.constrainedMemory()), checkDisk(dataDir)]
}

/** @param limit of the container in bytes; 0 or more than there is: none */
export function checkMemory(limit: number): Finding {
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const is = `${Math.round(memory / MEGABYTE)} MB, ${Math.round(freemem() / MEGABYTE)} MB of this machine's are unused.`
  if (memory < MIN_MEMORY) return warning('memory', is, 'Give the server 512 MB or more.')
  return ok('memory', is)
}

function checkDisk(folder: string): Finding {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { bavail, blocks, bsize } = statfsSync(folder)
    return judgeDisk(bavail * bsize, blocks * bsize)
  } catch (error) {
    return failure(
      'disk',
      `DATA_DIR cannot be used: ${sentenceOf(error)}.`,
      'Make it, owned by the user of the server.',
    )
  }
}

/** @param free and @param size in bytes */
export function judgeDisk(free: number, size: number): Finding {
  const is = `${Math.round(free / MEGABYTE)} MB of ${Math.round(size / MEGABYTE)} MB are free in DATA_DIR.`
  if (free < MIN_DISK)
    return failure('disk', is, 'Make room: a full disk stops the embedded database and imports.')
  if (free < size * LOW_DISK_SHARE) return warning('disk', is, 'Make room before it is full.')
  return ok('disk', is)
}

const PASSWORD_LEAST = 8

/** What a new password must be: five characters are lawful here, and soon guessed where hashes are stolen. */
export function judgePasswords({ passwordMin }: Pick<Config, 'passwordMin'>): Finding {
  const is = `New ones have at least ${passwordMin} characters.`
  if (passwordMin >= PASSWORD_LEAST) return ok('passwords', is)
  return warning('passwords', is, `Set PASSWORD_MIN=${PASSWORD_LEAST} or more.`)
}
