import { beforeAll, expect, test } from 'vitest'
import type { DataOf } from '#shared/api/contract.ts'
import { SEED_LINE_MAX, SEED_LINES_MAX } from '#shared/rules/bounds.ts'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { addChannels, refreshSearch } from '#test/support/catalogue-world.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { uploadsOf } from '#test/support/statistics-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let visitor: TestClient
let person: TestClient
beforeAll(async () => {
  visitor = world.client()
  person = await logIn(world, await makePerson(world.app))
})

type Seed = DataOf<'POST /seeds'>[number]

async function find(client: TestClient, ...lines: string[]): Promise<Seed[]> {
  const { status, body } = await client.call('POST /seeds', { body: { lines } })
  if (status !== 200) throw new Error(`POST /seeds answered ${status}`)
  return body.data
}

/** The state of a line, and the names of its channels. */
const outcome = ({ state, channels }: Seed) => [state, ...channels.map((channel) => channel.channel_name)]
const outcomes = async (client: TestClient, ...lines: string[]) => (await find(client, ...lines)).map(outcome)

/** A platform's id that begins with these letters. */
const idOf = (letters: string) => `UC${letters.padEnd(22, 'x')}`
const address = (videoId: string) => `https://www.youtube.com/watch?v=${videoId}`

test('ids, addresses and handles find exactly their channels', async () => {
  const platformId = idOf('exactly')
  await addChannels(world.app, [
    { name: 'Exactly One', platformId, handle: 'exactly.one', subscribers: 12 },
    { name: 'exactly.one fans' },
    { name: 'Exactly Gone', platformId: idOf('gone'), isGone: true },
  ])
  const lines = [
    platformId,
    `https://www.youtube.com/channel/${platformId}/about?x=1`,
    '@Exactly.One',
    'youtube.com/@exactly.one',
  ]
  expect(await outcomes(visitor, ...lines)).toEqual(lines.map(() => ['found', 'Exactly One']))
  expect(await outcomes(visitor, idOf('nobody'), idOf('gone'))).toEqual([['unknown'], ['unknown']])
})

test('a channel is found however its address or handle is written', async () => {
  const platformId = idOf('written')
  await addChannels(world.app, [{ name: 'Written Down', platformId, handle: 'written.down' }])
  const page = 'https://www.youtube.com/@written.down'
  const lines = [
    `1. ${page}`,
    `- ${page}`,
    `Name, ${page}`,
    `${page} (120k)`,
    `«${page}»`,
    `[Written](${page})`,
    '2) @written.down',
    'Somebody (@written.down), 12 тыс.',
    `https://www.youtube.com/feeds/videos.xml?channel_id=${platformId}`,
    `https://socialblade.com/youtube/channel/${platformId}`,
    `https://www.google.com/url?q=${encodeURIComponent(page)}&sa=D`,
    `Written | ${platformId} | 120k`,
  ]
  expect(await outcomes(visitor, ...lines)).toEqual(lines.map(() => ['found', 'Written Down']))
})

test('a name is found when one channel has it, however it is spelled', async () => {
  await addChannels(world.app, [
    { name: 'Крылатая Кухня', subscribers: 10 },
    { name: 'Крылатая Кухня: рецепты', subscribers: 1_000_000 },
  ])
  expect(await outcomes(visitor, ' крылатая  КУХНЯ! ', 'Крылатая кухня рецепты')).toEqual([
    ['found', 'Крылатая Кухня'],
    ['found', 'Крылатая Кухня: рецепты'],
  ])
})

test('equal names are ambiguous, and so are a name and another channel’s handle', async () => {
  await addChannels(world.app, [
    { name: 'Twin Kiln', subscribers: 1 },
    { name: 'TWIN KILN', subscribers: 2 },
    { name: 'Twin Kiln Extra', subscribers: 3 },
    { name: 'Ovenbird', subscribers: 5 },
    { name: 'Pottery Daily', handle: 'ovenbird', subscribers: 6 },
  ])
  const [twins, bird] = await find(visitor, 'twin kiln', 'Ovenbird')
  expect([twins!.state, twins!.channels.map((channel) => channel.channel_name).toSorted()]).toEqual([
    'ambiguous',
    ['TWIN KILN', 'Twin Kiln'],
  ])
  expect(outcome(bird!)).toEqual(['ambiguous', 'Pottery Daily', 'Ovenbird'])
})

test('what resembles names is offered, the best five, and nothing when nothing does', async () => {
  await addChannels(
    world.app,
    Array.from({ length: 7 }, (_, number) => ({ name: `Quartz Meadow ${number}`, subscribers: number })),
  )
  const [begun, typo, handle, nothing] = await find(
    visitor,
    'Quartz Meadow',
    'Quartz Medow 3',
    '@quartzmeadow',
    'Zzyzx Nothingness',
  )
  expect([begun!.state, begun!.channels.length]).toEqual(['ambiguous', 5])
  expect(outcome(typo!).slice(0, 2)).toEqual(['ambiguous', 'Quartz Meadow 3'])
  expect(handle!.state).toBe('ambiguous')
  expect(nothing).toEqual({ line: 'Zzyzx Nothingness', state: 'unknown', channels: [], problem: null })
})

test('a repeated line has its answer each time, in the list’s order', async () => {
  await addChannels(world.app, [{ name: 'Echo Lane' }])
  expect(await outcomes(visitor, 'Echo Lane', 'Nobody Xyqz', 'Echo Lane')).toEqual([
    ['found', 'Echo Lane'],
    ['unknown'],
    ['found', 'Echo Lane'],
  ])
})

test('a video’s address finds its channel, for people only', async () => {
  const channel = await makeChannel(world.app, { name: 'Film Barn' })
  await refreshSearch(world.app.db, [channel.id])
  const [first, second] = await uploadsOf(world.app, channel)
  const lines = [address(first!.videoId), `youtu.be/${second!.videoId}`, address('no-such-one')]
  expect(await outcomes(person, ...lines)).toEqual([
    ['found', 'Film Barn'],
    ['found', 'Film Barn'],
    ['unknown'],
  ])
  for (const seed of await find(visitor, ...lines)) {
    expect(seed).toMatchObject({ state: 'unknown', channels: [], problem: 'log_in' })
  }
})

test('a platform that is away, or out of quota, costs only the videos their answer', async () => {
  await addChannels(world.app, [{ name: 'Steady Name' }])
  const ask = (videoId: string) => find(person, 'Steady Name', address(videoId), address('no-such-two'))
  for (const [videoId, problem] of [
    [SENTINELS.busy, 'unavailable'],
    [SENTINELS.key, 'unavailable'],
  ] as const) {
    const [name, ...videos] = await ask(videoId)
    expect(outcome(name!)).toEqual(['found', 'Steady Name'])
    expect(videos.map((seed) => [seed.state, seed.problem])).toEqual([
      ['unknown', problem],
      ['unknown', problem],
    ])
  }
  const [, malformed, other] = await ask(SENTINELS.shape)
  expect([malformed!.problem, other!.problem]).toEqual(['unavailable', null])
})

test('a list’s videos are counted in the person’s share of the platform, fifty to a call', async () => {
  await using frugal = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { LIMITS: 'platform_units=1/86400' },
  })
  const channel = await makeChannel(world.app, { name: 'Counted Clips' })
  const [video] = await uploadsOf(world.app, channel)
  const client = await logIn(frugal, await makePerson(world.app))
  const further = Array.from({ length: 50 }, (_, number) =>
    address(`none-${String(number).padStart(6, '0')}`),
  )
  const seeds = await find(client, address(video!.videoId), ...further)
  expect(outcome(seeds[0]!)).toEqual(['found', 'Counted Clips'])
  expect(seeds.slice(1, 50).map(({ problem }) => problem)).toEqual(Array.from({ length: 49 }, () => null))
  expect(seeds[50]!.problem).toBe('quota')
})

test('the platform’s quota being used up is said so', async () => {
  await using world2 = await createTestApp({ env: { YOUTUBE_QUOTA: 'other=0', RATE_LIMITS: 'off' } })
  const client = await logIn(world2, await makePerson(world2.app))
  expect(await find(client, address('no-such-one'))).toMatchObject([{ state: 'unknown', problem: 'quota' }])
})

test('two hundred lines are answered, and one more is refused', async () => {
  const names = Array.from({ length: SEED_LINES_MAX }, (_, number) => `Hundredfold ${number}`)
  await addChannels(
    world.app,
    names.map((name, subscribers) => ({ name, subscribers })),
  )
  expect(await outcomes(visitor, ...names)).toEqual(names.map((name) => ['found', name]))
  for (const lines of [[...names, 'one more'], [], ['x'.repeat(SEED_LINE_MAX + 1)]]) {
    const { status, body } = await visitor.call('POST /seeds', { body: { lines } })
    expect([status, body.error?.code]).toEqual([400, 'invalid_input'])
  }
})

test('hostile lines are only text', async () => {
  const hostile = [
    '',
    '   ',
    '\u202e',
    "'; drop table channel; --",
    '<script>alert(1)</script>',
    '=HYPERLINK("https://evil.example")',
    '%00',
    'youtube.com/c/%00',
    'youtube.com/%E0%A4%A',
    'https://youtube.com/@%F0%9F',
    '\\',
    '{}',
    '*:*',
    '🙂'.repeat(100),
    '@',
    '@@@@',
    'UC',
    '1e400',
    '-1',
    '../../etc/passwd',
    'x'.repeat(SEED_LINE_MAX),
    ' '.repeat(SEED_LINE_MAX),
    'a '.repeat(SEED_LINE_MAX / 2),
  ]
  const seeds = await find(person, ...hostile)
  expect(seeds.map(({ line }) => line)).toEqual(hostile)
  expect(seeds.every(({ state }) => state !== 'found')).toBe(true)
  for (const line of ['\0', 'nul\0inside', '\ud800']) {
    expect((await person.call('POST /seeds', { body: { lines: [line] } })).status).toBe(400)
  }
})

test('an answer never has a contact', async () => {
  const channel = await makeChannel(world.app, { name: 'Silent Letterbox' })
  await refreshSearch(world.app.db, [channel.id])
  const { text, body } = await visitor.call('POST /seeds', {
    body: { lines: ['Silent Letterbox', channel.channelId] },
  })
  expect(body.data.map(({ state }) => state)).toEqual(['found', 'found'])
  expect(text).not.toContain(channel.addresses[0])
})

test('visitors and people have a number of lists a minute', async () => {
  await using limited = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
  const other = await makePerson(world.app)
  await limited.app.limits.consume('seeds', '127.0.0.1', 9)
  await limited.app.limits.consume('seeds_person', String(other.id), 19)
  for (const client of [limited.client(), await logIn(limited, other)]) {
    await find(client, 'Nobody Xyqz')
    const { body } = await client.call('POST /seeds', { body: { lines: ['Nobody Xyqz'] } })
    expect(body.error?.code).toBe('too_many_requests')
  }
})

test('lines count, too, as many as may be searched for one by one', async () => {
  const env = { LIMITS: 'seed_lines=5/600,seed_lines_person=8/600' }
  // What others of this network have asked is forgotten.
  world.clock.advance({ minutes: 10 })
  await using limited = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock, env })
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Nobody Xyqz ${at}`)
  const someone = await logIn(limited, await makePerson(world.app))
  for (const [client, left] of [
    [limited.client(), 1],
    [someone, 4],
  ] as const) {
    const ask = async (asked: string[]) =>
      (await client.call('POST /seeds', { body: { lines: asked } })).body.error?.code ?? 'answered'
    // A line that is repeated is looked up, and counts, once.
    expect(await ask([...lines(4), ...lines(4)])).toBe('answered')
    expect(await ask(lines(left + 1))).toBe('too_many_requests')
  }
})
