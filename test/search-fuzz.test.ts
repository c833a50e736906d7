import { beforeAll, expect, test } from 'vitest'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { loadGenerated } from '#local/demo/load-generated.ts'
import { diceFor } from '#local/demo/dice.ts'
import { runs } from '#test/support/fast-check.ts'
import { hostileSearches } from '#test/support/hostile-searches.ts'
import { useTestApp } from '#test/support/test-app.ts'

/** PROPERTY_RUNS and FUZZ_SEED search further. */
const CALLS = runs(1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123)
const CHANNELS = 5_000

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
beforeAll(() => loadGenerated(world.app, generated(), { onlyIntoEmpty: true }))

const generated = () => generateChannels({ count: CHANNELS, seed: 1, names: 'statistical' })

test('hostile searches, filters and cursors are answered or refused, and never fail', async () => {
  const client = world.client()
  const names = Array.from(generated(), ({ name }) => (name ?? '').toLowerCase())
  const hostile = hostileSearches(names, diceFor(SEED, 0))
  const headers = { 'content-type': 'application/json' }
  const statuses = new Set<number>()
  for (let count = 0; count < CALLS; count += 1) {
    const request = hostile.next()
    const body = JSON.stringify(request.body)
    const answer = await client.send('POST', request.path, { headers, body })
    expect([200, 400], `${request.path} ${body} is answered with ${answer.text}`).toContain(answer.status)
    statuses.add(answer.status)
    const { meta } = answer.body as { meta?: { nextCursor: string | null } }
    if (meta?.nextCursor != null) hostile.learn(request, meta.nextCursor)
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 400])
})
