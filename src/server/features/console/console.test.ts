import { expect, it } from 'vitest'
import { blockPerson } from '#server/features/accounts/block-person.ts'
import { resetSecondFactor } from '#server/features/second-factor/change-second-factor.ts'
import { totpOf, totpSealer } from '#server/features/second-factor/totp.ts'
import { runCommand } from '#server/run-command.ts'
import { logIn, logInOperator, makeChannel, makePerson } from '#test/support/factories.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { isOwnerLink, makeOwnerLink } from './name-operator.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Gives an operator an authenticator app whose codes the test can make. */
async function addApp({ userId }: TestClient): Promise<void> {
  const sealed = totpSealer(world.app.secret, userId!).close(SECRET)
  await world.app.db
    .updateTable('totp')
    .set({ secret_sealed: sealed })
    .where('person_id', '=', userId)
    .execute()
}

const codeNow = () => totpOf(SECRET).generate({ timestamp: world.clock.now().getTime() })
const prove = (client: TestClient, code: string) =>
  client.call('POST /operator/proof', { body: { second_factor_code: code } })
const session = async (client: TestClient) => client.call('GET /operator/session')

const codeOf = ({ body }: { readonly body: { readonly error: { readonly code: string } | null } }) =>
  body.error?.code

/** What tells one answer from another, but the time of it. */
const shown = ({ status, text, headers }: Awaited<ReturnType<TestClient['send']>>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'date'),
})

it('is an unknown path to everybody but operators, whatever is wrong with the request', async () => {
  const person = await logIn(world, await makePerson(world.app))
  const dead = world.client()
  dead.cookies.set('channelbook_session', 'dead')
  const requests = [
    { headers: {} },
    { headers: { 'content-type': 'application/json' }, body: '{"half of' },
    { headers: { 'content-type': 'text/plain', 'x-csrf-token': 'wrong' }, body: 'x'.repeat(100_000) },
    { headers: { 'x-api-key': 'wrong' } },
  ]
  for (const client of [world.client(), dead, person])
    for (const request of requests)
      for (const [method, path] of [
        ['GET', 'session'],
        ['GET', 'users/find?who=1'],
        ['POST', 'users/block'],
        ['POST', 'proof'],
        ['POST', 'first'],
      ] as const) {
        const given = method === 'GET' ? { headers: request.headers } : request
        const unknown = await client.send(method, '/api/operator/nothing/here', given)
        expect(shown(await client.send(method, `/api/operator/${path}`, given))).toEqual(shown(unknown))
        expect(unknown.status).toBe(request.headers['x-api-key'] === undefined ? 404 : 401)
      }
})

it('opens by a code for twelve hours, and for what cannot be undone for ten minutes', async () => {
  const client = await logInOperator(world, 'owner', { isProved: false })
  await addApp(client)
  const close = () => client.call('POST /operator/promocodes/end', { body: { code: 'spring' } })
  expect((await session(client)).body.data).toMatchObject({
    role: 'owner',
    provedUntil: null,
    hasSecondFactor: true,
  })
  expect((await client.call('GET /operator/promocodes/list')).body.error?.code).toBe('proof_required')
  const asked = await client.call('POST /operator/proof', { body: {} })
  expect(asked.body).toMatchObject({ isSecondFactorRequired: true, secondFactor: { hasTotp: true } })
  for (const wrong of ['000000', 'recovery-code'])
    expect((await prove(client, wrong)).body.error?.code).toBe('wrong_second_factor')
  const code = codeNow()
  expect((await prove(client, code)).body.data.provedUntil).not.toBeNull()
  expect((await prove(client, code)).body.error?.code).toBe('wrong_second_factor')
  expect((await close()).body).toMatchObject({
    refusal: 'no_such_promocode',
    error: { code: 'command_refused' },
  })
  world.clock.advance({ minutes: 10 })
  expect((await close()).body.error?.code).toBe('proof_required')
  const tried = { who: '1', reason: 'x', isDryRun: true }
  expect((await client.call('POST /operator/users/close', { body: tried })).body).toMatchObject({
    refusal: 'no_such_person',
  })
  expect((await client.call('GET /operator/promocodes/list')).status).toBe(200)
  world.clock.advance({ hours: 12 })
  expect((await client.call('GET /operator/promocodes/list')).body.error?.code).toBe('proof_required')
})

it('closes at the next call for whoever loses session, second factor, role or account', async () => {
  const list = (client: TestClient) => client.call('GET /operator/operators/list')
  const operator = () => logInOperator(world, 'operator')
  const [dropped, blocked, left, removed] = await Promise.all([
    operator(),
    operator(),
    operator(),
    operator(),
  ])
  for (const client of [dropped, blocked, left, removed]) expect((await list(client)).status).toBe(200)
  await resetSecondFactor(world.app, OPERATOR, dropped.userId!)
  await blockPerson(world.app, OPERATOR, { personId: blocked.userId!, category: 'rules' })
  await left.call('POST /logout')
  await runCommand(world.app, 'Olga', 'users operator', { who: String(removed.userId), role: 'none' })
  expect((await list(dropped)).body.error?.code).toBe('proof_required')
  for (const client of [blocked, left, removed]) expect((await list(client)).status).toBe(404)
  // A new factor is not proved by the old one.
  const now = new Date(world.clock.now().getTime() + 1)
  await world.app.db
    .insertInto('totp')
    .values({ person_id: dropped.userId!, secret_sealed: 'sealed', last_step: 0, created_at: now })
    .execute()
  expect((await list(dropped)).body.error?.code).toBe('proof_required')
})

it('runs a command as on the command line: preview, sentence in the language, audit with the person', async () => {
  const client = await logInOperator(world, 'support', { username: 'Olga_1' })
  const { id, channelId, name, addresses } = await makeChannel(world.app)
  const hidden = await client.call('POST /operator/channels/hide', {
    body: { channel: channelId, reason: 'asked by a@b.example' },
    headers: { 'accept-language': 'ru' },
  })
  expect(hidden.body.data).toMatchObject({ output: { id, status: 'hidden', isChanged: true } })
  expect(hidden.body.data.said).toBe(`Канал ${id} (${name}) теперь скрыт.`)
  const [entry] = await auditOf(world.app)
  expect(entry).toMatchObject({ actor: 'Olga_1', operatorId: client.userId, verb: 'channels hide' })
  expect(entry?.reason).not.toContain('@')
  const withhold = (isDryRun: boolean) =>
    client.call('POST /operator/contacts/withhold', {
      body: { address: addresses[0]!, reason: 'x', isDryRun },
    })
  const before = (await auditOf(world.app)).length
  expect((await withhold(true)).body.data.said).toContain('would go off sale')
  expect((await auditOf(world.app)).length).toBe(before)
  const listed = await client.call('GET /operator/audit/list', {
    query: { limit: 1, subject: `channel:${id}` },
  })
  expect(listed.body.data.output).toMatchObject([{ verb: 'channels hide', operatorId: client.userId }])
  const after = { limit: 5, subject: `channel:${id}`, after: listed.body.data.output[0]!.id }
  expect((await client.call('GET /operator/audit/list', { query: after })).body.data.output).toEqual([])
  const wrong = await client.call('POST /operator/channels/hide', {
    body: { channel: 'nothing', reason: 'x' },
  })
  expect(wrong.body).toMatchObject({ refusal: 'no_such_channel', said: 'There is no channel nothing.' })
})

it('shows what a person sees without contacts and notes, and tells them by email', async () => {
  const client = await logInOperator(world, 'support')
  const person = await makePerson(world.app, { uses: 2 })
  const buyer = await logIn(world, person)
  const { channelId, name, addresses } = await makeChannel(world.app)
  await buyer.call('POST /getemail', { body: { channelId } })
  const view = (body: object) =>
    client.call('POST /operator/users/view', { body: { who: person.email, ...body } })
  expect((await view({})).body.error?.code).toBe('invalid_input')
  const { body, text } = await view({ reason: 'asked for help' })
  expect(body.data.output).toMatchObject({
    id: person.id,
    uses: 1,
    purchases: [{ channel: name }],
    cards: [{ channel: name, stage: 'found' }],
  })
  expect(text).not.toContain(addresses[0])
  expect((await waitForMails(world, person.email)).at(-1)?.subject).toBe(
    'We looked at your Channelbook account',
  )
  expect((await auditOf(world.app))[0]).toMatchObject({ verb: 'users view', reason: 'asked for help' })
})

it('describes the commands of a role with their fields, and finds them and things by name', async () => {
  const [viewer, owner] = [await logInOperator(world, 'viewer'), await logInOperator(world, 'owner')]
  const of = async (client: TestClient) => (await client.call('GET /operator/commands')).body.data.commands
  expect((await of(viewer)).every(({ atLeast }) => atLeast === 'viewer')).toBe(true)
  const close = (await of(owner)).find(({ key }) => key === 'users close')
  expect(close).toMatchObject({ confirm: 'who', dryRun: true, reason: 'required', columns: null })
  expect(close?.fields.map(({ name, isRequired, isArgument }) => [name, isRequired, isArgument])).toEqual([
    ['who', true, true],
    ['reason', true, false],
  ])
  const find = async (client: TestClient, q: string) =>
    (await client.call('GET /operator/find', { query: { q } })).body.data.map(
      ({ kind, id }) => `${kind} ${id}`,
    )
  const channel = await makeChannel(world.app)
  expect(await find(viewer, 'users operator')).toEqual([])
  expect(await find(owner, 'operator users')).toEqual(['command users operator'])
  expect(await find(viewer, channel.channelId)).toEqual([`channel ${channel.id}`])
  expect(await find(viewer, channel.addresses[0]!.toUpperCase())).toEqual([`channel ${channel.id}`])
  expect(await find(viewer, String(owner.userId))).toContain(`person ${owner.userId}`)
})

it('lets nobody change the account of an operator with a higher role', async () => {
  const [owner, support] = [await logInOperator(world, 'owner'), await logInOperator(world, 'support')]
  const given = { who: String(owner.userId), reason: 'x' }
  for (const command of ['block', 'end-sessions', 'drop-second-factor', 'view'] as const)
    expect(codeOf(await support.call(`POST /operator/users/${command}`, { body: given }))).toBe('forbidden')
  const operator = await logInOperator(world, 'operator')
  expect(codeOf(await operator.call('POST /operator/users/close', { body: given }))).toBe('forbidden')
  expect((await owner.call('GET /operator/operators/list')).status).toBe(200)
  const equal = { ...given, who: String(support.userId) }
  const other = await logInOperator(world, 'support')
  expect((await other.call('POST /operator/users/end-sessions', { body: equal })).status).toBe(200)
})

it('keeps one owner at least, also when two remove each other', async () => {
  await world.app.db.deleteFrom('operator').execute()
  const [first, second] = [await logInOperator(world, 'owner'), await logInOperator(world, 'owner')]
  const take = (client: TestClient, from: TestClient, role: 'none' | 'support') =>
    client.call('POST /operator/users/operator', { body: { who: String(from.userId), role } })
  const taken = await Promise.all([take(first, second, 'none'), take(second, first, 'support')])
  expect(taken.filter(({ status }) => status === 200).length).toBe(1)
  const owners = await world.app.db.selectFrom('operator').selectAll().where('role', '=', 'owner').execute()
  expect(owners.length).toBe(1)
  const last = owners[0]!.person_id === first.userId ? first : second
  expect((await take(last, last, 'support')).body).toMatchObject({ refusal: 'last_owner' })
})

it('makes the first owner by a link, once, within a day', async () => {
  await world.app.db.deleteFrom('operator').execute()
  const link = async () => new URL((await makeOwnerLink(world.app))!).searchParams.get('token')!
  const [late, token, other] = [await link(), await link(), await link()]
  const client = await logIn(world, await makePerson(world.app, { username: 'Vera' }))
  const claim = (by: TestClient, given: string) => by.call('POST /operator/first', { body: { token: given } })
  expect((await claim(world.client(), token)).body.error?.code).toBe('not_logged_in')
  expect((await claim(world.client(), 'wrong')).status).toBe(404)
  world.clock.advance({ days: 1 })
  expect((await claim(client, late)).status).toBe(404)
  const fresh = await link()
  expect((await claim(client, fresh)).status).toBe(200)
  for (const spent of [fresh, other]) expect(await isOwnerLink(world.app, spent)).toBe(false)
  expect((await session(client)).body.data).toMatchObject({ role: 'owner', hasSecondFactor: false })
  expect(await makeOwnerLink(world.app)).toBeNull()
  // Made by another server, which did not know yet.
  await world.app.db.deleteFrom('operator').execute()
  const raced = await link()
  await world.app.db
    .insertInto('operator')
    .values({ person_id: client.userId!, role: 'owner', added_at: world.clock.now() })
    .execute()
  const stranger = await logIn(world, await makePerson(world.app))
  expect((await claim(stranger, raced)).status).toBe(404)
  expect((await auditOf(world.app))[0]).toMatchObject({ actor: 'Vera', verb: 'users operator' })
})
