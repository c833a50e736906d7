import { expect, it } from 'vitest'
import { anyCodePoint, fc, runs } from '#test/support/fast-check.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { checkAnswer } from '#test/support/check-answer.ts'
import { endpointKeys, fieldsOf, goodParts, withField } from '#test/support/contract-requests.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

/** PROPERTY_RUNS and FUZZ_SEED search further. */
const RUNS = runs(1_500)

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let person: TestClient

const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    "'",
    '"',
    '\\',
    '{}',
    '../..',
    '🙂'.repeat(60),
    'x'.repeat(3_000),
  ),
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'null',
    'undefined',
    'NaN',
    '1e400',
    '-0',
    'somebody@example.com',
  ),
)
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, 2 ** 31, -(2 ** 63), 1e308, 1.5, -0, true, null, [], {}),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 60 }),
)

const anyRequest = fc.record({
  key: fc.constantFrom(...endpointKeys),
  /** The fields of the valid body to replace, by their position. */
  changes: fc.array(fc.tuple(fc.nat(20), anyValue), { maxLength: 3 }),
  /** A body unrelated to the valid one. */
  rawBody: fc.option(fc.oneof(anyText, fc.json()), { freq: 5 }),
  params: fc.option(anyText, { freq: 4 }),
  query: fc.option(fc.dictionary(fc.constantFrom('limit', 'cursor', 'x'), anyText, { maxKeys: 3 }), {
    freq: 3,
  }),
  session: fc.oneof({ weight: 5, arbitrary: fc.constant('own') }, fc.constant(null), anyText),
  csrf: fc.oneof({ weight: 8, arbitrary: fc.constant('own') }, fc.constant(null), anyText),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    fc.constantFrom('text/plain', 'x', 'application/json;charset='),
  ),
})

type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never

/** Parameters that leave no path segment of their own. */
const NO_SEGMENT = new Set(['', '.', '..'])

/** A header can contain printable ASCII; nothing else can even be sent. */
function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').trim()
}

async function send(request: AnyRequest) {
  const { key } = request
  const [method = '', template = ''] = key.split(' ')
  const good = goodParts(key, { userId: person.userId! })
  let body = good.body ?? {}
  for (const [place, value] of request.changes) {
    const names = Object.keys(fieldsOf(body))
    const name = names[place % Math.max(names.length, 1)]
    if (name !== undefined) body = withField(body, name, value)
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((request.params ?? String(good.params[name])).toWellFormed()),
  )
  const query = new URLSearchParams(request.query ?? {})
  const session = request.session === 'own' ? person.cookies.get(SESSION_COOKIE)! : (request.session ?? '')
  const answer = await world.client().send(method, `/api${path}?${query.toString()}`, {
    headers: {
      cookie: `${SESSION_COOKIE}=${asHeader(session)}`,
      'x-csrf-token': request.csrf === 'own' ? person.csrfToken! : asHeader(request.csrf ?? ''),
      ...(method !== 'GET' && { 'content-type': request.type }),
    },
    ...(method !== 'GET' && { body: request.rawBody ?? JSON.stringify(body) }),
  })
  return { key, answer }
}

it('no input causes a bug: the contract declares every answer, and none is a 5xx', async () => {
  let successes = 0
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      // Some calls end the session or spend uses, so each request comes from a new person.
      person = await logIn(world, await makePerson(world.app, { uses: 3, isSponsor: true }))
      const { key, answer } = await send(request)
      expect(answer.status, answer.text).toBeLessThan(500)
      // With an odd parameter the URL may be unknown, or another endpoint's.
      const isElsewhere = answer.status === 404 || NO_SEGMENT.has(request.params ?? 'own')
      if (request.params === null || !isElsewhere) checkAnswer(key, answer)
      if (answer.status === 200) successes += 1
    }),
    { numRuns: RUNS },
  )
  // A fuzz that never gets past the checks proves little.
  expect(successes / RUNS).toBeGreaterThan(0.1)
})
