import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './settings.ts'

const MIN_LENGTH = 32

/**
 * The application's secret: APP_SECRET, or one that is made once and kept in DATA_DIR.
 * @throws ConfigError when APP_SECRET is too short
 */
export function appSecret(config: Pick<Config, 'appSecret' | 'dataDir'>): Buffer {
  if (config.appSecret !== null) {
    if (config.appSecret.length < MIN_LENGTH)
      throw new ConfigError(`APP_SECRET must have ${MIN_LENGTH} characters or more`)
    return Buffer.from(config.appSecret, 'utf8')
  }
  const file = path.join(config.dataDir, 'secret')
  if (!existsSync(file)) makeSecret(file)
  return Buffer.from(readFileSync(file, 'utf8'), 'utf8')
}

/** Of several processes that start at once one makes it, and none ever reads half of it: a link appears whole or not. */
function makeSecret(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

/** A keyed hash of a text for one purpose: recognisable by this installation, not to be turned back. */
export function keyedHash(secret: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
}
