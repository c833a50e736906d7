import { expect, test } from 'vitest'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'

const OURS = 'http://127.0.0.1:4173'
const PUBLIC = 'http://127.0.0.1:3000'
const STRANGERS = [
  'http://127.0.0.1:4174',
  `${OURS}.attacker.example`,
  'https://127.0.0.1:4173',
  'http://localhost:4173',
  `${OURS}/`,
  'HTTP://127.0.0.1:4173',
  'null',
  '*',
  '',
]

const world = useTestApp({ env: { ALLOWED_ORIGINS: OURS, PUBLIC_URL: PUBLIC } })

const ask = (origin: string, method: string, path = '/api/search', headers = {}) =>
  fetch(world.baseUrl + path, { method, headers: { origin, ...headers } })

const PERMISSIONS = ['origin', 'credentials', 'methods', 'headers', 'max-age', 'expose-headers']
const permissionsOf = ({ headers }: Response) =>
  PERMISSIONS.flatMap(
    (name) =>
      headers.get(
        `access-control-${name === 'max-age' || name === 'expose-headers' ? name : `allow-${name}`}`,
      ) ?? [],
  )

test('an allowed origin is told by name what it may send and read, once in two hours', async () => {
  const answer = await ask(OURS, 'OPTIONS', '/api/search', {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-api-key',
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('vary')).toContain('Origin')
  expect(permissionsOf(answer)).toEqual([
    OURS,
    'true',
    'GET, POST, PUT, DELETE, PATCH',
    'content-type, x-api-key, x-csrf-token, x-team',
    '7200',
    'content-disposition, retry-after',
  ])
})

test.each(STRANGERS)('%j may neither ask nor read', async (origin) => {
  for (const method of ['OPTIONS', 'GET', 'POST']) {
    const answer = await ask(origin, method)
    expect(permissionsOf(answer), method).toEqual([])
    expect(answer.status, method).toBeGreaterThanOrEqual(400)
    // A cache must not give this answer to an allowed origin.
    expect(answer.headers.get('vary'), method).toContain('Origin')
  }
})

test('refusals can be read, too, with how long to wait', async () => {
  const answer = await ask(OURS, 'POST')
  expect(answer.status).toBe(401)
  expect(permissionsOf(answer)).toEqual([OURS, 'true', 'content-disposition, retry-after'])
})

test('what differs by language, too, still says that it differs by origin', async () => {
  const answer = await ask(OURS, 'GET', '/api/docs')
  expect(answer.headers.get('vary')?.toLowerCase()).toMatch(/accept-language.*origin/)
})

test('pages and everything else outside the API are for this site alone', async () => {
  for (const path of ['/', '/robots.txt', '/apiary', '/thumbnails/demo/videos/abcdefghijk.svg'])
    expect(permissionsOf(await ask(OURS, 'GET', path)), path).toEqual([])
})

test('pictures of this site have full URLs for an allowed origin, which may show them; others get paths', async () => {
  const path = '/thumbnails/demo/UCdemo000000000000000000-A.svg'
  const said = 'says "thumbnail":"/no picture" of itself'
  const channel = await makeChannel(world.app)
  const { db } = world.app
  const facts = { name: said, thumbnail_url: path }
  await db.updateTable('channel').set(facts).where('platform_id', '=', channel.channelId).execute()
  const buyer = await logIn(world, await makePerson(world.app, { uses: 1 }))
  await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
  const pictures = async (headers: Readonly<Record<string, string>>) => {
    const { body } = await buyer.call('GET /purchases', { headers })
    return body.data.map(({ channel_name: name, thumbnail }) => [name, thumbnail])
  }
  expect(await pictures({ origin: OURS })).toEqual([[said, PUBLIC + path]])
  expect(await pictures({ origin: 'http://127.0.0.1:4174' })).toEqual([[said, path]])
  expect(await pictures({})).toEqual([[said, path]])
  const picture = await fetch(world.baseUrl + path)
  expect([picture.status, picture.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
})

test('a page of an allowed origin needs no token, as this site’s own pages do not; a wrong one is refused', async () => {
  const channel = await makeChannel(world.app)
  const reveal = async (headers: Readonly<Record<string, string>>) => {
    const client = await logIn(world, await makePerson(world.app, { uses: 1 }))
    const { body } = await client.call('POST /getemail', { body: { channelId: channel.channelId }, headers })
    return body.error?.code ?? 'done'
  }
  const none = { 'x-csrf-token': '' }
  const empty = { 'x-csrf-token': ' ' }
  expect(await reveal({ ...none, 'sec-fetch-site': 'same-site', origin: OURS })).toBe('done')
  expect(await reveal({ ...empty, 'sec-fetch-site': 'same-site', origin: OURS })).toBe('done')
  expect(await reveal({ origin: OURS })).toBe('done')
  expect(await reveal({ 'x-csrf-token': 'wrong', 'sec-fetch-site': 'same-site', origin: OURS })).toBe('csrf')
  for (const site of ['cross-site', 'none', ''])
    expect(await reveal({ ...none, 'sec-fetch-site': site, origin: OURS }), site).toBe('csrf')
  for (const origin of STRANGERS)
    expect(await reveal({ ...none, 'sec-fetch-site': 'same-site', origin }), origin).toBe('csrf')
})

test('without the setting nobody else is mentioned at all', async () => {
  await using plain = await createTestApp()
  const answer = await fetch(`${plain.baseUrl}/api/config`, {
    headers: { origin: OURS, 'x-api-key': plain.app.config.clientKey },
  })
  expect([answer.status, permissionsOf(answer)]).toEqual([200, []])
  expect(answer.headers.get('vary') ?? '').not.toContain('Origin')
})
