import { makeOwnerLink } from '#server/features/console/name-operator.ts'
import { expect, it } from 'vitest'
import type { EndpointKey } from '#shared/api/contract.ts'
import { isPerson, needsToken, whoMayCall } from '#shared/api/policy.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { checkAnswer } from '#test/support/check-answer.ts'
import {
  endpointKeys,
  endpointOf,
  fieldsOf,
  goodParts,
  type Parts,
  withField,
} from '#test/support/contract-requests.ts'
import { logIn, logInOperator, makePerson, makeTeam } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient, WireAnswer } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

/** What can be wrong with a request, in the order in which it is checked. */
type Fault = 'key' | 'operator' | 'media type' | 'size' | 'session' | 'CSRF' | 'input' | 'owner'

function faultsOf(key: EndpointKey): Fault[] {
  const { who, params, body, query } = endpointOf(key)
  const isRead = key.startsWith('GET ')
  const { params: path, body: fields = {} } = goodParts(key)
  const namesOwn = 'userId' in path || 'teamId' in path || 'user_id' in fieldsOf(fields)
  const faults: readonly (Fault | false)[] = [
    who !== 'provider' && 'key',
    who === 'operator' && 'operator',
    !isRead && 'media type',
    !isRead && 'size',
    isPerson(whoMayCall(endpointOf(key), path)) && 'session',
    needsToken(key) && 'CSRF',
    (params ?? query ?? body) !== undefined && 'input',
    namesOwn && 'owner',
  ]
  return faults.filter((fault) => fault !== false)
}

const CODES: Readonly<Record<Fault, string>> = {
  key: 'api_key',
  operator: 'not_found',
  'media type': 'not_json',
  size: 'too_large',
  session: 'not_logged_in',
  CSRF: 'csrf',
  input: 'invalid_input',
  owner: 'forbidden',
}

const WRONG_VALUES = [
  undefined,
  null,
  true,
  -1.5,
  1e30,
  'x'.repeat(20_000),
  'a\0b',
  '\ud800',
  [],
  [[null]],
  { x: {} },
]

interface Sent {
  readonly client: TestClient
  readonly faults?: ReadonlySet<Fault>
  readonly parts?: Parts
  /** The session cookie instead of the client's own. */
  readonly session?: string
}

/** Sends a valid request with these faults, and checks that the contract declares the answer. */
async function send(
  key: EndpointKey,
  { client, faults = new Set(), session, parts }: Sent,
): Promise<WireAnswer> {
  const userId = client.userId!
  const isForTeam = key.includes('{teamId}') && session === undefined && !faults.has('owner')
  const teamId = isForTeam ? await makeTeam(world.app, { owner: { id: userId, email: '' } }) : 1
  const good = parts ?? goodParts(key, { userId: faults.has('owner') ? userId + 1 : userId, teamId })
  const [method = '', template = ''] = key.split(' ')
  const params: Record<string, string | number> = { ...good.params }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(good.query)) {
    if (value !== undefined) query.set(name, String(value))
  }
  if (faults.has('input')) {
    for (const name of Object.keys(params)) params[name] = 'no such thing '.repeat(20)
    for (const name of query.keys()) query.set(name, '')
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const isRead = method === 'GET'
  const own = session ?? client.cookies.get(SESSION_COOKIE) ?? ''
  const answer = await client.send(method, `/api${path}?${query.toString()}`, {
    headers: {
      'x-api-key': faults.has('key') ? 'wrong' : world.app.config.clientKey,
      'x-csrf-token': faults.has('CSRF') ? 'wrong' : (client.csrfToken ?? ''),
      cookie: faults.has('session') || faults.has('operator') ? '' : `${SESSION_COOKIE}=${own}`,
      ...(!isRead && { 'content-type': faults.has('media type') ? 'text/plain' : 'application/json' }),
    },
    ...(!isRead && { body: bodyText(key, good.body ?? {}, faults) }),
  })
  checkAnswer(key, answer)
  return answer
}

function bodyText(key: EndpointKey, body: object, faults: ReadonlySet<Fault>): string {
  const text = faults.has('input') ? '{"half of' : JSON.stringify(body)
  return faults.has('size') ? text + ' '.repeat(endpointOf(key).bodyLimit ?? 64 * 1024) : text
}

/** Whoever may make the call. */
async function caller(key: EndpointKey): Promise<TestClient> {
  // It is hidden as soon as there is an owner.
  if (key === 'POST /operator/first') {
    await world.app.db.deleteFrom('operator').where('role', '=', 'owner').execute()
    await makeOwnerLink(world.app)
  }
  return endpointOf(key).who === 'operator' ? logInOperator(world, 'owner', { uses: 3 }) : person()
}

async function person(): Promise<TestClient> {
  return logIn(world, await makePerson(world.app, { uses: 3, isSponsor: true }))
}

/** Whether an endpoint did its own work: it answered with success or a refusal of its own. */
function isOwnAnswer(key: EndpointKey, { status, body }: WireAnswer): boolean {
  return status === 200 || endpointOf(key).errors.includes(body.error!.code)
}

const whereFault = (fault: Fault) => endpointKeys.filter((key) => faultsOf(key).includes(fault))
const forAnyone = endpointKeys.filter(
  (key) => whoMayCall(endpointOf(key), goodParts(key).params) === 'anyone',
)
const withBody = endpointKeys.filter((key) => endpointOf(key).body !== undefined)

it.each(endpointKeys)('%s checks a request in the contract’s order, and then answers', async (key) => {
  const client = await caller(key)
  const faults = new Set(faultsOf(key))
  for (const fault of faultsOf(key)) {
    const { body } = await send(key, { client, faults })
    expect(body.error?.code, [...faults].join(', ')).toBe(CODES[fault])
    faults.delete(fault)
  }
  const answer = await send(key, { client })
  expect(isOwnAnswer(key, answer), answer.text).toBe(true)
})

it.each(endpointKeys)('%s finds each single fault', async (key) => {
  for (const fault of faultsOf(key)) {
    const { body } = await send(key, { client: await caller(key), faults: new Set([fault]) })
    expect(body.error?.code).toBe(CODES[fault])
  }
})

it.each(whereFault('key'))('%s treats a missing key as a wrong one', async (key) => {
  const [method = '', path = ''] = key.split(' ')
  const answer = await world.client().send(method, `/api${path}`, { headers: { 'x-api-key': '' } })
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'api_key' } } })
})

it.each(whereFault('session'))('%s reports an expired session', async (key) => {
  const client = await caller(key)
  for (const session of ['dead', 'x'.repeat(5_000), '%00', '%ff', '"']) {
    const faults = new Set(['CSRF', 'input'] as const)
    const { status, body } = await send(key, { client, session, faults })
    // A token that is far too long counts as none.
    const isNone = key === 'GET /cookie' || session.length > 200
    expect([status, body.error?.code]).toEqual(isNone ? [401, 'not_logged_in'] : [403, 'session_expired'])
  }
})

const inEachForm = endpointKeys.flatMap((key) => {
  const { who } = endpointOf(key)
  return typeof who === 'string'
    ? []
    : Object.keys(who.values).map((value) => ({ key, parameter: who.parameter, value }))
})

it.each(inEachForm)('$key requires a session where $value needs one', async ({ key, parameter, value }) => {
  const client = await caller(key)
  const parts = { ...goodParts(key), params: { [parameter]: value } }
  const ask = async (session: string) => send(key, { client, parts, session })
  if (whoMayCall(endpointOf(key), parts.params) === 'anyone') {
    for (const session of ['', 'dead']) expect(isOwnAnswer(key, await ask(session))).toBe(true)
  } else {
    expect((await ask('')).body.error?.code).toBe('not_logged_in')
    expect((await ask('dead')).body.error?.code).toBe('session_expired')
  }
})

it.each(forAnyone)('%s treats an expired session as none', async (key) => {
  const answer = await send(key, { client: await caller(key), session: 'dead' })
  expect(isOwnAnswer(key, answer), answer.text).toBe(true)
})

it.each(whereFault('CSRF'))('%s refuses a missing or foreign CSRF token', async (key) => {
  const [client, other] = [await caller(key), await caller(key)]
  for (const csrfToken of [null, other.csrfToken, client.csrfToken!.slice(1)]) {
    expect(
      (await send(key, { client: Object.assign(await caller(key), { csrfToken }) })).body.error?.code,
    ).toBe('csrf')
  }
})

it.each(withBody)('%s names each missing field and each field with a wrong type', async (key) => {
  const client = await caller(key)
  const parts = goodParts(key, { userId: client.userId! })
  for (const name of Object.keys(fieldsOf(parts.body!))) {
    for (const value of WRONG_VALUES) {
      const body = withField(parts.body!, name, value)
      const text = JSON.stringify(body)
      const read = endpointOf(key).body!.safeParse(JSON.parse(text))
      const isFine = read.success
      const isStorable = !/\\u0000|\\ud800/.test(JSON.stringify(read.data) ?? '')
      const error = (await send(key, { client, parts: { ...parts, body } })).body?.error
      if (isFine && isStorable) continue
      expect(error?.code, `${name}: ${JSON.stringify(value)?.slice(0, 50)}`).toBe('invalid_input')
      expect(Object.keys(error?.fields ?? {})[0]).toMatch(new RegExp(`^${name}(\\.|$)`))
    }
  }
})

it.each(withBody)('%s drops unknown fields', async (key) => {
  const clients = [await caller(key), await caller(key)]
  const statuses = await Promise.all(
    clients.map(async (client, place) => {
      const parts = goodParts(key, { userId: client.userId! })
      const surplus = { isSponsor: true, is_sponsor: true, role: 'operator', constructor: {}, balance: 100 }
      const answer = await send(key, {
        client,
        parts: { ...parts, body: { ...(place === 1 && surplus), ...parts.body } },
      })
      // Operators' commands change what all of them share: the second of two may find it done.
      return answer.body?.error?.code === 'command_refused' ? 200 : answer.status
    }),
  )
  expect(statuses[1]).toBe(statuses[0])
})
