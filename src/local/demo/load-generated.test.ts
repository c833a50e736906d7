import { moscowDate } from '#server/clock.ts'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { DEMO_CHANNELS, loadGenerated, seedDemoCatalogue } from './load-generated.ts'
import { generateChannels } from './generate-channels.ts'

const product = useTestApp()

const count = async (sql: string) =>
  Number(
    (await product.app.databases.pool.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n,
  )

describe('the demo catalogue', () => {
  it('fills an empty catalogue once, however many servers start at once', async () => {
    const added = await Promise.all([1, 2, 3].map(() => seedDemoCatalogue(product.app)))
    expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, DEMO_CHANNELS])
    expect(await count('channel where is_demo')).toBe(DEMO_CHANNELS)
    expect(
      await count('channel where has_contact <> exists (select from contact where channel_id = channel.id)'),
    ).toBe(0)
    expect(await count('search_entry')).toBe(DEMO_CHANNELS)
    expect(await count(`contact where address !~ '[@.]example\\.(com|net|org)$'`)).toBe(0)
  })

  it('has topics, which are those of its titles', async () => {
    expect(await count('channel_recent')).toBe(DEMO_CHANNELS)
    const client = product.client()
    for (const text of ['mechanical keyboards', 'раздельные клавиатуры', 'sourdough bread', 'fingerstyle']) {
      const answer = await client.call('POST /topics', { body: { text } })
      expect([text, answer.status, (answer.body.data ?? []).length]).toEqual([text, 200, 20])
    }
  })

  it('has a history of its largest channels, which ends with what the platform would tell today', async () => {
    expect(await count('(select from channel_day group by channel_id) c')).toBe(400)
    const last = 'select distinct on (channel_id) * from channel_day order by channel_id, day desc'
    const differing = `(${last}) d join channel c on c.id = d.channel_id where abs(d.subscribers - c.subscribers) > c.subscribers / 100`
    expect(await count(differing)).toBe(0)
    const today = moscowDate(product.clock.now())
    expect(await count(`channel_day where day > '${today}' or day < date '${today}' - 30`)).toBe(0)
  })

  it('stays unchanged at a later start, and other channels can be added to it', async () => {
    expect(await seedDemoCatalogue(product.app)).toBe(0)
    const rows = generateChannels({ count: 300, seed: 77, names: 'statistical' })
    expect(await loadGenerated(product.app, rows, { onlyIntoEmpty: false })).toBe(300)
    expect(await count('channel')).toBe(DEMO_CHANNELS + 300)
  })

  it('has pictures that the server draws, cacheable for good', async () => {
    const { rows } = await product.app.databases.pool.query<{ url: string }>(
      `select thumbnail_url as url from channel where thumbnail_url is not null order by id limit 5`,
    )
    for (const { url } of rows) {
      const answer = await fetch(product.baseUrl + url)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await answer.text()).toMatch(/^<svg /)
    }
  })

  it.each([
    'x.svg',
    'UCdemo0000000wbEdXR8DtbT-%3Cscript%3E.svg',
    'UCdemo0000000wbEdXR8DtbT.svg',
    '..%2f..%2fpackage.json',
    'videos/%3Cscript%3E.svg',
    'videos/short.svg',
  ])('has no picture %s', async (file) => {
    const answer = await fetch(`${product.baseUrl}/thumbnails/demo/${file}`)
    expect(answer.status).toBe(404)
  })
})
