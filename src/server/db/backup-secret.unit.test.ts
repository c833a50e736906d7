import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSecret, fingerprint, knownSecret } from '#server/db/backup-secret.ts'

let dataDir: string
let backup: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-secret-'))
  backup = join(dataDir, 'backup.gz')
})

afterEach(() => rm(dataDir, { recursive: true }))

describe('the secret that a backup was made with', () => {
  test('may be the one of APP_SECRET', () => {
    const config = { appSecret: 'the right one', dataDir }
    expect(knownSecret(config)).toEqual({ text: 'the right one', isKeptInFolder: false })
    expect(() => findSecret(config, backup, fingerprint('the right one'))).not.toThrow()
    expect(() => findSecret(config, backup, fingerprint('another'))).toThrow(
      'This backup was made with another APP_SECRET; set that one.',
    )
  })

  test('may be the one of the data folder', async () => {
    await writeFile(join(dataDir, 'secret'), 'the right one')
    const config = { appSecret: null, dataDir }
    expect(knownSecret(config)).toEqual({ text: 'the right one', isKeptInFolder: true })
    findSecret(config, backup, fingerprint('the right one'))()
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('the right one')
  })

  test('may lie beside the backup, and then becomes the one of the data folder, for its owner alone', async () => {
    await writeFile(join(dataDir, 'secret'), 'made meanwhile', { mode: 0o600 })
    await writeFile(`${backup}.secret`, 'the right one')
    const keep = findSecret({ appSecret: null, dataDir }, backup, fingerprint('the right one'))
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('made meanwhile')
    keep()
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('the right one')
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  })

  test('may be missing, which one sentence says', async () => {
    await writeFile(join(dataDir, 'secret'), 'another')
    expect(() => findSecret({ appSecret: null, dataDir }, backup, fingerprint('the right one'))).toThrow(
      /^The secret that this backup was made with is missing: put it beside the backup as .*backup\.gz\.secret, or set it as APP_SECRET\.$/,
    )
  })

  test('may never have been made', () => {
    expect(knownSecret({ appSecret: null, dataDir })).toBeNull()
    expect(() => findSecret({ appSecret: null, dataDir }, backup, null)()).not.toThrow()
  })
})
