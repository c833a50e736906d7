import { expect, it } from 'vitest'
import { openReadiness } from '#server/db/read-readiness.ts'
import { singleConnection } from './connect.ts'
import { query } from '#test/support/data-folders.ts'
import { createTestDatabase } from '#test/support/database.ts'

const NOBODY = 'postgres://127.0.0.1:9/nothing'

it('each part is reported separately', async () => {
  await using database = await createTestDatabase()
  const { url } = database
  const read = async (primary: string, ...replicas: readonly string[]) => {
    const readiness = openReadiness(primary, replicas, ['mail'], (number) => number === 3)
    try {
      return await readiness.read()
    } finally {
      await readiness.close()
    }
  }
  const job = (name: string, since: string) =>
    query(
      url,
      `insert into pgboss.job (name, created_on, start_after) values ($1, now() - $2::interval, now() - $2::interval)`,
      [name, since],
    )
  const well = { primary: 'ok', replicas: [], jobs: 'ok', emails: 'ok' }
  expect(await read(url)).toEqual(well)
  expect(await read(url, NOBODY, url, url)).toEqual({ ...well, replicas: ['away', 'ok', 'late'] })
  expect(await read(NOBODY)).toEqual({ ...well, primary: 'away', jobs: 'unknown', emails: 'unknown' })

  await job('mail', '1 minute')
  await job('purge', '4 minutes')
  expect(await read(url)).toEqual(well)
  await job('mail', '3 minutes')
  expect(await read(url)).toEqual({ ...well, emails: 'late' })
  await job('purge', '6 minutes')
  expect(await read(url)).toEqual({ ...well, emails: 'late', jobs: 'late' })

  const name = new URL(url).pathname.slice(1)
  await query(url, `alter database ${name} set default_transaction_read_only = on`)
  expect(await read(url)).toMatchObject({ primary: 'readonly' })
})

it('a queue that cannot be read in time is unknown, and the primary still counts as available', async () => {
  await using database = await createTestDatabase()
  const holder = singleConnection({ connectionString: database.url })
  await holder.connect()
  const readiness = openReadiness(database.url, [], ['mail'], () => false)
  try {
    await holder.query('begin; lock table pgboss.job in access exclusive mode')
    const parts = { primary: 'ok', replicas: [], jobs: 'unknown', emails: 'unknown' }
    expect(await readiness.read()).toEqual(parts)
  } finally {
    await readiness.close()
    await holder.end()
  }
})
