import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSecret } from './secret.ts'
import { fingerprint, readSecret } from '#server/config/secret.ts'

const RIGHT = 'the right one, of thirty-two characters'
const ANOTHER = 'another one, of thirty-two characters'
const MEANWHILE = 'one that was made meanwhile, as long'

let dataDir: string
let backup: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-secret-'))
  backup = join(dataDir, 'backup.gz')
})

afterEach(() => rm(dataDir, { recursive: true }))

describe('the secret that a backup was made with', () => {
  test('may come from APP_SECRET', () => {
    const config = { appSecret: RIGHT, dataDir }
    expect(readSecret(config)).toEqual({ text: RIGHT, isKeptInFolder: false })
    expect(() => findSecret(config, backup, fingerprint(RIGHT))).not.toThrow()
    expect(() => findSecret(config, backup, fingerprint(ANOTHER))).toThrow(
      'This backup was made with another APP_SECRET; set that one.',
    )
  })

  test('may come from the data folder', async () => {
    await writeFile(join(dataDir, 'secret'), RIGHT)
    const config = { appSecret: null, dataDir }
    expect(readSecret(config)).toEqual({ text: RIGHT, isKeptInFolder: true })
    findSecret(config, backup, fingerprint(RIGHT))()
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(RIGHT)
  })

  test("may be beside the backup, and then becomes the data folder's, for its owner alone", async () => {
    await writeFile(join(dataDir, 'secret'), MEANWHILE, { mode: 0o600 })
    await writeFile(`${backup}.secret`, RIGHT)
    const keep = findSecret({ appSecret: null, dataDir }, backup, fingerprint(RIGHT))
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(MEANWHILE)
    keep()
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(RIGHT)
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  })

  test('may be missing, as one sentence says', async () => {
    await writeFile(join(dataDir, 'secret'), ANOTHER)
    expect(() => findSecret({ appSecret: null, dataDir }, backup, fingerprint(RIGHT))).toThrow(
      /^The secret that this backup was made with is missing: put it beside the backup as .*backup\.gz\.secret, or set it as APP_SECRET\.$/,
    )
  })

  test('may never have existed', () => {
    expect(readSecret({ appSecret: null, dataDir })).toBeNull()
    expect(() => findSecret({ appSecret: null, dataDir }, backup, null)()).not.toThrow()
  })
})
