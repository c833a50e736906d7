import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './settings.ts'

const MIN_LENGTH = 32

type Where = Pick<Config, 'appSecret' | 'dataDir'>

/**
 * The application's secret: APP_SECRET, or one that is generated once and kept in DATA_DIR.
 * @throws ConfigError when it is empty or too short
 */
export function appSecret(config: Where): Buffer {
  const known = readSecret(config)
  if (known !== null) return Buffer.from(known.text, 'utf8')
  makeSecret(secretFile(config))
  return appSecret(config)
}

/** The file of the secret in the data folder. */
const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'secret')

interface KnownSecret {
  readonly text: string
  /** Whether it exists only in the data folder and does not come from APP_SECRET. */
  readonly isKeptInFolder: boolean
}

/**
 * The secret of this installation; `null` when none was generated yet.
 * @throws ConfigError when it is empty or too short: everybody could compute the hashes and open the seals
 */
export function readSecret(config: Where): KnownSecret | null {
  if (config.appSecret !== null) {
    if (config.appSecret.length < MIN_LENGTH)
      throw new ConfigError(`APP_SECRET must have ${MIN_LENGTH} characters or more`)
    return { text: config.appSecret, isKeptInFolder: false }
  }
  const file = secretFile(config)
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  if (text.trim().length < MIN_LENGTH)
    throw new ConfigError(
      `${file} is empty or cut short and no secret: bring back the one that was kept with a backup, or set it as APP_SECRET.`,
    )
  return { text, isKeptInFolder: true }
}

/** Replaces the secret in the data folder, entirely or not at all, even if power fails. */
export function replaceSecret(config: Pick<Config, 'dataDir'>, text: string): void {
  const file = secretFile(config)
  renameSync(writeDraft(file, text), file)
  flushFolder(file)
}

/** Of several processes that start at once, one generates the secret, and none reads half of it: linking is atomic. */
export function makeSecret(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = writeDraft(file, randomBytes(32).toString('base64url'))
  try {
    linkSync(draft, file)
    flushFolder(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

function writeDraft(file: string, text: string): string {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
  return draft
}

/** A file's name is on the disk only once its folder is flushed. */
function flushFolder(file: string): void {
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Lets a database or backup name the secret that its hashes and sealed jobs need, without revealing it. */
export function fingerprint(secret: string): string {
  return keyedHash(Buffer.from(secret, 'utf8'), 'backup', '').toString('hex')
}

/** A keyed hash of a text for one purpose: this installation can recognise it; nobody can reverse it. */
export function keyedHash(secret: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
}

/** The hash of a random text, such as a token. A text that can be guessed needs `keyedHash`. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts for one purpose with a key derived from the application's secret. */
export interface Sealer {
  close(text: string): string
  /** @throws Error when the text was sealed with another key, or altered */
  open(sealed: string): string
}

export function sealer(secret: Buffer, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32))
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
