import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupDatabase } from './backup-database.ts'
import { restoreDatabase } from './restore-database.ts'
import { query } from '#test/support/data-folders.ts'
import { createTestDatabase } from '#test/support/database.ts'

const FACTS = { secretFingerprint: 'of the original', createdAt: '2026-11-21T09:00:00.000Z' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'channelbook-backup-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a backup is a new file for its owner alone, whatever exists at its path', async () => {
  await using source = await createTestDatabase()
  const victim = join(folder, 'victim')
  await writeFile(victim, 'mine', { mode: 0o644 })
  const file = join(folder, 'backup.gz')
  await symlink(victim, `${file}.partial`)
  await backupDatabase({ url: source.url, file, ...FACTS })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(victim, 'utf8')).toBe('mine')
})

it('a restored database needs the secret of the original, even if a server had started with another one', async () => {
  await using source = await createTestDatabase()
  await using target = await createTestDatabase()
  await query(target.url, `insert into installation (secret_fingerprint) values ('made meanwhile')`)
  const file = join(folder, 'backup.gz')
  await backupDatabase({ url: source.url, file, ...FACTS })
  await restoreDatabase({
    url: target.url,
    file,
    checkSecret: () => undefined,
    queueJobs: async () => undefined,
  })
  const { rows } = await query(target.url, 'select secret_fingerprint from installation')
  expect(rows).toEqual([{ secret_fingerprint: 'of the original' }])
})
