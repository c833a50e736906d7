import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { makePerson } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { mailsTo, PASSWORD } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { TestClient, type WireAnswer } from '#test/support/test-client.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { insertLoginFailure } from './earlier-logins.sql.ts'

/** The person's own network comes first: attackers use it, too. */
const NETWORKS = ['192.0.2.1', '198.51.100.1', '198.51.100.2', '2001:db8::1'] as const
const MINUTE_MS = 60_000

/** A hash of least cost, whose parameters a comparison reads from it. */
const PASSWORD_HASH = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

const world = useTestApp({ env: { TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:3000' } })

const browserAt = (network: string) =>
  new TestClient({
    baseUrl: world.baseUrl,
    clientKey: world.app.config.clientKey,
    headers: { 'x-forwarded-for': network },
  })

const logIn = (client: TestClient, email: string, password = PASSWORD, code?: string) =>
  client.call('POST /login', {
    body: { email, password, ...(code === undefined ? {} : { verification_code: code }) },
  })

const askReset = (client: TestClient, email: string) =>
  client.call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })

/** A person with a password, and a browser in which they have logged in before. */
async function person(): Promise<{ readonly email: string; readonly known: TestClient }> {
  const { id, email } = await makePerson(world.app, { email: `${crypto.randomUUID()}@person.example` })
  await world.app.db
    .updateTable('person')
    .set({ password_hash: PASSWORD_HASH })
    .where('id', '=', id)
    .execute()
  const known = browserAt(NETWORKS[0])
  expect((await logIn(known, email)).status).toBe(200)
  await known.call('POST /logout')
  known.csrfToken = null
  return { email, known }
}

/** What anybody can send who knows only the address. */
const ATTACKS = {
  guess: (client: TestClient, email: string) => logIn(client, email, 'wrong password'),
  reset: askReset,
  signUpCode: (client: TestClient, email: string) =>
    client.call('POST /verification/{action}', {
      params: { action: 'signIn' },
      body: { email, recaptchaValue: 'made up' },
    }),
  signUp: (client: TestClient, email: string) =>
    client.call('POST /user', {
      body: {
        data: {
          email,
          password: PASSWORD,
          username: 'Anna',
          recaptchaValue: 'made up',
          verification_code: '123456',
          isAgreed: true,
          isConsentGiven: true,
        },
      },
    }),
  code: (client: TestClient, email: string) =>
    client.call('POST /checkCode', { body: { email, verification_code: '123456' } }),
  link: (client: TestClient) =>
    client.call('PUT /reset', { body: { token: 'x'.repeat(43), newPassword: 'of somebody else' } }),
  deletion: (client: TestClient) => client.call('DELETE /delete', { body: { token: 'x'.repeat(43) } }),
  objection: (client: TestClient, email: string) => client.call('POST /optout', { body: { address: email } }),
  anything: (client: TestClient) => client.call('GET /config'),
} as const

/** Repeats a call until no rate limit refuses it; the announced waits add up to a minute at most. */
async function withinAMinute<T extends WireAnswer>(by: number, call: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await call()
    if (answer.status !== 429) return answer
    world.clock.advance({ seconds: Number(answer.headers.get('retry-after')) })
    expect(world.clock.now().getTime()).toBeLessThanOrEqual(by)
  }
}

/** The ways to log in, by the secret that only the person has. */
const WAYS = {
  async knownBrowser({ email, known }: Awaited<ReturnType<typeof person>>, by: number) {
    return withinAMinute(by, () => logIn(known, email))
  },
  async passwordAndMailbox({ email }: Awaited<ReturnType<typeof person>>, by: number) {
    const browser = browserAt(NETWORKS[0])
    const first = await withinAMinute(by, () => logIn(browser, email))
    if (first.body.isCodeRequired !== true) return first
    await untilEmailsAreSent()
    const [code] = await codesTo(email)
    return withinAMinute(by, () => logIn(browser, email, PASSWORD, code))
  },
  async mailboxAlone({ email }: Awaited<ReturnType<typeof person>>, by: number) {
    const browser = browserAt(NETWORKS[0])
    const wait = Number((await askReset(browser, email)).headers.get('retry-after') ?? 0)
    // A longer wait means that somebody else's request has already put a valid link into the mailbox.
    if (wait > 0 && world.clock.now().getTime() + wait * 1_000 <= by) {
      world.clock.advance({ seconds: wait })
      await askReset(browser, email)
    }
    await untilEmailsAreSent()
    const [token = ''] = await linksTo(email)
    await withinAMinute(by, () => browser.call('PUT /reset', { body: { token, newPassword: 'a new horse' } }))
    return withinAMinute(by, () => logIn(browser, email, 'a new horse'))
  },
} as const

const found = async (email: string, pattern: RegExp) =>
  (await mailsTo(world, email)).flatMap(({ text }) => pattern.exec(text)?.slice(1) ?? [])
const codesTo = (email: string) => found(email, /^(\d{6})$/m)
const linksTo = (email: string) => found(email, /reset\?token=([\w-]{43})$/m)

async function untilEmailsAreSent(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await world.app.databases.pool.query<{ waiting: number }>(
          `select count(*)::integer as waiting from pgboss.job
           where name in ('resetLink', 'loginCode', 'mail') and state not in ('completed', 'failed', 'cancelled')`,
        )
        return rows[0]?.waiting
      },
      { timeout: 30_000 },
    )
    .toBe(0)
}

const attack = fc.record({
  kind: fc.constantFrom(...(Object.keys(ATTACKS) as (keyof typeof ATTACKS)[])),
  network: fc.constantFrom(...NETWORKS),
  // All at once, or one by one over this time.
  times: fc.constantFrom(5, 12, 310),
  gapSeconds: fc.constantFrom(0, 61, 400),
  pauseSeconds: fc.constantFrom(0, 1, 600, 3_600),
})

async function carryOut(
  { kind, network, times, gapSeconds, pauseSeconds }: typeof attack extends fc.Arbitrary<infer T> ? T : never,
  email: string,
): Promise<void> {
  const client = browserAt(network)
  const send = () => ATTACKS[kind](client, email)
  if (gapSeconds === 0) await Promise.all(Array.from({ length: times }, send))
  else {
    for (let time = 0; time < Math.min(times, 12); time += 1) {
      await send()
      world.clock.advance({ seconds: gapSeconds })
    }
  }
  world.clock.advance({ seconds: pauseSeconds })
}

describe('an attacker without password and mailbox', () => {
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'keeps nobody who logs in by %s out for longer than a minute',
    async (way) => {
      const attacks = fc.array(attack, { minLength: 3, maxLength: 12 })
      const property = fc.asyncProperty(attacks, async (steps) => {
        world.clock.advance({ days: 2 })
        const victim = await person()
        for (const step of steps) await carryOut(step, victim.email)
        const by = world.clock.now().getTime() + MINUTE_MS
        const answer = await WAYS[way](victim, by)
        expect(answer.body.data).toMatchObject({ userInformation: { email: victim.email } })
      })
      await fc.assert(property, { numRuns: runs(30), endOnFailure: true })
    },
    180_000,
  )

  it('requests links all day, and the right password with a code still logs in at once', async () => {
    world.clock.advance({ days: 2 })
    const { email } = await person()
    for (let time = 0; time < 24; time += 1) {
      await askReset(browserAt(NETWORKS[1]), email)
      world.clock.advance({ minutes: 30 })
    }
    for (let time = 0; time < 5; time += 1) await logIn(browserAt(NETWORKS[2]), email, 'wrong password')
    await untilEmailsAreSent()
    const by = world.clock.now().getTime()
    const answer = await WAYS.passwordAndMailbox({ email, known: browserAt(NETWORKS[0]) }, by)
    expect(answer.status).toBe(200)
  })

  it('guesses without end, and a known browser still needs no code', async () => {
    world.clock.advance({ days: 2 })
    const { email, known } = await person()
    for (let time = 0; time < 10; time += 1) await logIn(browserAt(NETWORKS[0]), email, 'wrong password')
    expect((await logIn(browserAt(NETWORKS[0]), email)).status).toBe(429)
    expect((await logIn(known, email)).body.data?.userInformation.email).toBe(email)
  })
})

describe('a known browser', () => {
  it('needs a code after 5 failures of its own, and is known for its own account only', async () => {
    world.clock.advance({ days: 2 })
    const { email, known } = await person()
    const other = await person()
    for (let time = 0; time < 5; time += 1) {
      await logIn(known, email, 'wrong password')
      await logIn(known, other.email, 'wrong password')
      world.clock.advance({ minutes: 1 })
    }
    expect((await logIn(known, email)).body.isCodeRequired).toBe(true)
    expect((await logIn(known, other.email)).body.isCodeRequired).toBe(true)
    expect((await logIn(other.known, other.email)).body.isCodeRequired).toBeUndefined()
  })

  it('gets no more guesses than any other: ten a minute, besides those of its network', async () => {
    world.clock.advance({ days: 2 })
    const { email, known } = await person()
    world.clock.advance({ minutes: 1 })
    const guesses = Array.from({ length: 40 }, () => logIn(known, email, 'wrong password'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  })
})

describe('a hundred wrong passwords within a day, from browsers that the account does not know', () => {
  /** As they are counted, within the last minutes. */
  async function note(email: string, times: number): Promise<void> {
    const failure = { email, browserHash: null, isKnown: false, now: world.clock.now() }
    for (let time = 0; time < times; time += 1) await insertLoginFailure(world.app.db, failure)
  }

  /** Each from a browser of its own. @returns the statuses */
  async function guess(email: string, times: number, password = 'wrong password'): Promise<number[]> {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      if (time % 10 === 0) world.clock.advance({ minutes: 1 })
      statuses.push((await logIn(browserAt(NETWORKS[1]), email, password)).status)
    }
    return statuses
  }

  it('hide from guessers whether a password is right, and the owner gets one warning', async () => {
    world.clock.advance({ days: 2 })
    const { email, known } = await person()
    await note(email, 98)
    expect(await guess(email, 2)).toEqual([400, 400])
    world.clock.advance({ minutes: 20 })
    const [right, wrong] = [browserAt(NETWORKS[2]), browserAt(NETWORKS[2])]
    const answers = [await logIn(right, email), await logIn(wrong, email, 'wrong password')]
    for (const { status, body } of answers) {
      expect([status, body.data, body.isCodeRequired]).toEqual([200, null, true])
    }
    expect(answers[0]!.text).toBe(answers[1]!.text)
    const made = [await logIn(right, email, PASSWORD, '000000'), await logIn(wrong, email, 'wrong', '000000')]
    expect(made.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [400, 'wrong_code'],
      [400, 'wrong_code'],
    ])
    await guess(email, 5)
    await untilEmailsAreSent()
    const messages = (await mailsTo(world, email)).map(({ subject }) => subject)
    expect(messages.filter((subject) => subject === mails.en.guessing.subject)).toHaveLength(1)
    expect(await codesTo(email)).toHaveLength(1)
    // The owner is kept out nowhere: neither in a known browser, nor in a new one with the mailbox.
    const [code] = await codesTo(email)
    expect((await logIn(wrong, email, 'wrong password', code)).status).toBe(400)
    expect((await logIn(right, email, PASSWORD, code)).body.data?.userInformation.email).toBe(email)
    expect((await logIn(known, email)).body.data?.userInformation.email).toBe(email)
  })

  it('are answered alike for an address without an account, which gets nothing', async () => {
    world.clock.advance({ days: 2 })
    const email = `${crypto.randomUUID()}@nobody.example`
    await note(email, 98)
    expect(await guess(email, 5)).toEqual([400, 400, 200, 200, 200])
    await untilEmailsAreSent()
    expect(await mailsTo(world, email)).toEqual([])
  })

  it('are forgotten with a new password, and after a day', async () => {
    world.clock.advance({ days: 2 })
    const owner = await person()
    await note(owner.email, 99)
    expect(await guess(owner.email, 2)).toEqual([400, 200])
    const answer = await WAYS.mailboxAlone(owner, world.clock.now().getTime() + MINUTE_MS)
    expect(answer.body.data?.userInformation.email).toBe(owner.email)
    await note(owner.email, 99)
    expect(await guess(owner.email, 2)).toEqual([400, 200])
    world.clock.advance({ days: 1 })
    expect((await logIn(browserAt(NETWORKS[0]), owner.email, 'wrong password')).status).toBe(400)
  })
})

describe('links for a new password', () => {
  it('are mailed 10 times a day, then once in the lifetime of a link, so that a valid one is always there', async () => {
    world.clock.advance({ days: 2 })
    const { email } = await person()
    let sent = 0
    for (let time = 0; time < 24 * 4; time += 1) {
      const { status, headers } = await askReset(browserAt(NETWORKS[time % 3]!), email)
      if (status === 200) sent += 1
      else expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60)
      world.clock.advance({ minutes: 15 })
    }
    expect(sent).toBeLessThanOrEqual(10 + 48)
    await untilEmailsAreSent()
    const [token = ''] = await linksTo(email)
    const used = await browserAt(NETWORKS[0]).call('PUT /reset', {
      body: { token, newPassword: 'a new horse' },
    })
    expect(used.status).toBe(200)
  })
})
