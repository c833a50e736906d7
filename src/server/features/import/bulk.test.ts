import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportBench, type ImportBench } from '#test/support/import-files.ts'
import { putBackIndexes, takeDownIndexes } from './bulk.sql.ts'

let bench: ImportBench
beforeAll(async () => {
  bench = await createImportBench()
})
afterAll(() => bench[Symbol.asyncDispose]())

const schema = () =>
  bench.rows(`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid in ('channel'::regclass, 'contact'::regclass)
    union all
    select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where conrelid in ('channel'::regclass, 'contact'::regclass) or confrelid = 'channel'::regclass
    order by 1`)

describe('indexes that an import into an empty catalogue takes down', () => {
  it('come back exactly as the migrations made them', async () => {
    const before = await schema()
    const client = await bench.app.pool.connect()
    await client.query('begin')
    const taken = await takeDownIndexes(client)
    expect(taken.length).toBeGreaterThan(4)
    await putBackIndexes(client, taken)
    await client.query('commit')
    client.release()
    expect(await schema()).toEqual(before)
  })

  it('stay when somebody reads at that moment, and when the catalogue has channels', async () => {
    const client = await bench.app.pool.connect()
    const reader = await bench.app.pool.connect()
    await reader.query('begin; select 1 from channel limit 1')
    await client.query('begin')
    expect(await takeDownIndexes(client)).toEqual([])
    await client.query('rollback')
    await reader.query('rollback')
    reader.release()
    client.release()
    await bench.importText('name\nA\n')
    const after = await bench.app.pool.connect()
    await after.query('begin')
    expect(await takeDownIndexes(after)).toEqual([])
    await after.query('rollback')
    after.release()
  })
})
