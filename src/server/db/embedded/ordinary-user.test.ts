import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseLauncher } from './account.ts'
import { createDataFolders } from '#test/support/data-folders.ts'

// `vitest.config.ts` leaves this file out for root; CI runs the tests as both.
describe('as an ordinary user', () => {
  test('PostgreSQL runs as that user', async () => {
    await using folders = await createDataFolders()
    await using _opened = await folders.open('a')
    expect((await stat(join(folders.path, 'a/postgres'))).uid).toBe(process.getuid?.())
  })

  test('a folder that belongs to another user is refused with one sentence', async () => {
    const programs = { initdb: '/none', pg_ctl: '/none', postgres: '/none' }
    // That of the whole system belongs to root everywhere.
    await expect(chooseLauncher(programs, { data: '/', cluster: '/' })).rejects.toThrow(
      /^The database in \/ belongs to another user: start as that user, or choose another folder with DATA_DIR\.$/,
    )
  })
})
