import type { App } from '#server/app.ts'
import { liftLimit } from '#server/db/limit-waiting.ts'
import { searchText } from '#shared/rules/search-text.ts'
import { print } from './print.ts'

const COUNT = 2_000

/** Measures the cost of keeping search up to date. Everything is rolled back. */
export async function measureUpkeep(app: App): Promise<void> {
  const client = await app.databases.pool.connect()
  liftLimit(client)
  const { rows } = await client.query<{ id: number }>(
    'select id from channel order by shuffle_key limit $1',
    [COUNT],
  )
  const ids = rows.map(({ id }) => id)
  const renamed = searchText('Entirely New Name of Somebody')

  async function timed(
    name: string,
    change: string,
    values: readonly unknown[],
    refresh: string,
  ): Promise<void> {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query(change, [...values])
    const start = performance.now()
    await client.query(refresh, refresh.includes('$1') ? [ids] : [])
    const ms = performance.now() - start
    await client.query('rollback')
    print(`  ${name.padEnd(34)} ${(ms / COUNT).toFixed(3)} ms a channel, ${(ms / 1_000).toFixed(2)} s`)
  }

  print(`upkeep, ${COUNT} channels in one transaction:`)
  const refresh = 'select search_refresh($1)'
  const more = (factor: number) =>
    `update channel set subscribers = ceil(subscribers * ${factor}::float8) where id = any ($1)`
  await timed('nothing changed', 'select 1 where 1 = any ($1::bigint[])', [ids], refresh)
  await timed('1 % more subscribers', more(1.01), [ids], refresh)
  await timed('thrice the subscribers', more(3), [ids], refresh)
  await timed(
    'renamed',
    `update channel set name_key = $2 || ' ' || id, search_words = $3 || ' ' || id where id = any ($1)`,
    [ids, renamed.nameKey, renamed.words],
    refresh,
  )
  await timed(
    'deleted',
    'select 1 where 1 = any ($1::bigint[])',
    [ids],
    'delete from channel where id = any ($1)',
  )
  const start = performance.now()
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query('select search_rebuild()')
  await client.query('rollback')
  print(`  everything rebuilt in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  client.release(true)
}
