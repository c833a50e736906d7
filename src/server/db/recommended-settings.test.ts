import type pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { withClient } from './connect.ts'
import { adviseSettings, recommendSettings } from './recommended-settings.ts'

const SMALL = { memory: 0, freeDisk: 0 }

/** Applies settings that a session may change. */
async function set(client: pg.Client, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
}

it('advice names the settings that are too small or different, with both values', async () => {
  await using database = await createTestDatabase()
  await withClient(database.url, async (client) => {
    const {
      work_mem = '',
      random_page_cost = '',
      jit = '',
      effective_cache_size = '',
    } = recommendSettings(SMALL)
    const fitting = { work_mem, random_page_cost, jit, effective_cache_size }
    const ofSession = async () =>
      (await adviseSettings(client, SMALL)).filter(({ name }) => Object.hasOwn(fitting, name))

    await set(client, fitting)
    expect(await ofSession()).toEqual([])
    // More than recommended is the operator's choice; the same number in another form is the same.
    await set(client, { work_mem: '1GB', random_page_cost: '1.10' })
    expect(await ofSession()).toEqual([])

    await set(client, { work_mem: '4MB', random_page_cost: '4', jit: 'on', effective_cache_size: '8MB' })
    expect(await ofSession()).toEqual([
      { name: 'effective_cache_size', is: '8MB', should: effective_cache_size },
      { name: 'work_mem', is: '4MB', should: work_mem },
      { name: 'random_page_cost', is: '4', should: random_page_cost },
      { name: 'jit', is: 'on', should: jit },
    ])
  })
})
