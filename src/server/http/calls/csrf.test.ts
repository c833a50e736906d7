import { expect, test } from 'vitest'
import type { EndpointKey } from '#shared/api/contract.ts'
import { makeChannel, makePerson, logIn } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()

const person = async () => logIn(world, await makePerson(world.app, { uses: 3 }))

test.each<[EndpointKey, Readonly<Record<string, unknown>>, number]>([
  ['POST /search', { mainInputValue: 'a channel' }, 200],
  ['POST /filter', { content_type: 'Music' }, 200],
  ['POST /checkCode', { email: 'somebody@example.com', verification_code: '123456' }, 400],
  ['POST /analitics', { channel_name: 'not bought', videoName: 'a video' }, 404],
])('%s changes nothing and needs no token', async (key, body, status) => {
  const client = await person()
  expect((await client.call(key, { body, headers: { 'x-csrf-token': '' } })).status).toBe(status)
})

test('the browser’s own statement replaces a missing or empty token, and excuses nothing else', async () => {
  const channel = await makeChannel(world.app)
  const reveal = async (headers: Readonly<Record<string, string>>) => {
    const client = await person()
    const { body } = await client.call('POST /getemail', { body: { channelId: channel.channelId }, headers })
    // Whatever the results, nobody is logged out.
    expect((await client.call('GET /cookie')).status).toBe(200)
    return body.error?.code ?? 'done'
  }
  const other = await person()
  expect(await reveal({ 'x-csrf-token': '', 'sec-fetch-site': 'same-origin' })).toBe('done')
  // The client omits ''; blanks reach the server as an empty header.
  for (const empty of [' ', ' \t ']) {
    expect(await reveal({ 'x-csrf-token': empty, 'sec-fetch-site': 'same-origin' })).toBe('done')
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect(await reveal({ 'x-csrf-token': empty, 'sec-fetch-site': site }), site).toBe('csrf')
  }
  for (const site of ['cross-site', 'same-site', 'none', 'same-origin, same-origin', '']) {
    expect(await reveal({ 'x-csrf-token': '', 'sec-fetch-site': site }), site).toBe('csrf')
  }
  for (const token of [other.csrfToken!, 'wrong', '-', ',', 'undefined', 'null']) {
    expect(await reveal({ 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' }), token).toBe('csrf')
  }
})

test('every answer about a code has its message, whatever the error', async () => {
  const client = world.client()
  const send = async (headers: Readonly<Record<string, string>>, body: string) => {
    const answer = await client.send('POST', '/api/checkCode', {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const { message, error } = answer.body as typeof answer.body & { readonly message?: unknown }
    expect(message).toBe(false)
    return [answer.status, error?.code]
  }
  const good = JSON.stringify({ email: 'somebody@example.com', verification_code: '123456' })
  expect(await send({}, good)).toEqual([400, 'wrong_code'])
  expect(await send({}, '{}')).toEqual([400, 'invalid_input'])
  expect(await send({}, '{"half of')).toEqual([400, 'invalid_input'])
  expect(await send({ 'content-type': 'text/plain' }, good)).toEqual([415, 'not_json'])
  expect(await send({}, good + ' '.repeat(64 * 1024))).toEqual([413, 'too_large'])
  expect(await send({ 'x-api-key': 'wrong' }, good)).toEqual([401, 'api_key'])
  await using limited = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { LIMITS: 'all=0/60' },
  })
  const refused = await limited.client().call('POST /checkCode', { body: JSON.parse(good) })
  expect([refused.status, (refused.body as { readonly message?: unknown }).message]).toEqual([429, false])
})
