import { describe, expect, it } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { asBuyer, logIn, makeChannel, makePerson, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { mailsTo, PASSWORD, signUp, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({
  env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=1000/60', PUBLIC_URL: 'http://localhost:3000' },
})

const ask = (client: TestClient, email: string, headers: Readonly<Record<string, string>> = {}) =>
  client.call('POST /verification/{action}', { params: { action: 'delete' }, body: { email }, headers })

const remove = (token: string, client = world.client()) => client.call('DELETE /delete', { body: { token } })

/** Requests a link and reads it from the newest email. */
async function linkFor(client: TestClient, email: string): Promise<string> {
  const before = (await mailsTo(world, email)).length
  expect((await ask(client, email)).body.data).toEqual({ isUserExists: true })
  const [newest] = await waitForMails(world, email, before + 1)
  const token = /^http:\/\/localhost:3000\/delete\?token=([\w-]{43})$/m.exec(newest?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The email brings no link')
  return token
}

/** How many rows of each table belong to a person. */
async function rowsOf({ id, email }: TestPerson): Promise<Readonly<Record<string, number>>> {
  const { rows } = await world.app.databases.pool.query(
    `select (select count(*) from person where id = $1 or email = $2)::int as people,
      (select count(*) from session where person_id = $1)::int as sessions,
      (select count(*) from purchase where holder_id = $1)::int as purchases,
      (select count(*) from link_token where person_id = $1)::int as links,
      (select count(*) from code where email = $2)::int as codes,
      (select count(*) from login_failure where email = $2)::int as failures,
      (select count(*) from dismissed_channel where holder_id = $1)::int as dismissed,
      (select count(*) from recommendation_choice where holder_id = $1)::int as choices,
      (select count(*) from reveal where holder_id = $1)::int as reveals,
      (select count(*) from uses_lot where holder_id = $1)::int as lots`,
    [id, email],
  )
  return rows[0] as Readonly<Record<string, number>>
}

/** A person with a purchase, a failed login, a code and a session. */
async function buyer(): Promise<TestPerson & { readonly client: TestClient }> {
  const person = await makePerson(world.app, { uses: 2 })
  const channel = await makeChannel(world.app)
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
  const client = await logIn(world, person)
  await world.client().call('POST /login', { body: { email: person.email, password: 'wrong password' } })
  await client.call('POST /verification/{action}', {
    params: { action: 'change' },
    body: { email: person.email },
  })
  await waitForMails(world, person.email)
  return { ...person, client }
}

describe('deleting an account', () => {
  it('needs a mailed link, and leaves only the ledger under a bare number', async () => {
    const person = await buyer()
    const other = await buyer()
    const elsewhere = await logIn(world, person)
    const token = await linkFor(person.client, person.email)
    // The link of the deletion, and those in its email and in the one with a code that end all sessions.
    const before = await rowsOf(person)
    expect(before).toMatchObject({ people: 1, purchases: 1, links: 3, codes: 1, failures: 1, reveals: 1 })

    const answer = await remove(token, person.client)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true, data: { isAccountDeleted: true }, error: null })

    expect(await rowsOf(person)).toEqual({
      people: 0,
      sessions: 0,
      purchases: 0,
      links: 0,
      codes: 0,
      failures: 0,
      dismissed: 0,
      choices: 0,
      reveals: 1,
      lots: before['lots'],
    })
    expect(person.client.cookies.has(SESSION_COOKIE)).toBe(false)
    expect((await elsewhere.call('GET /cookie')).status).toBe(401)
    expect((await elsewhere.call('GET /purchases')).body.error?.code).toBe('session_expired')
    expect((await other.client.call('GET /purchases')).body.data).toHaveLength(1)
    await expectSoundLedger(world.app)
  })

  it('leaves its address nowhere in the database', async () => {
    const email = 'leaves.nothing@example.com'
    const client = world.client()
    await signUp(world, client, email)
    await remove(await linkFor(client, email))
    const { rows: tables } = await world.app.databases.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      const { rows } = await world.app.databases.pool.query<{ found: number }>(
        `select count(*)::int as found from ${name} as kept where kept::text ilike '%leaves.nothing%'`,
      )
      expect([name, rows[0]?.found]).toEqual([name, 0])
    }
  })

  it('lets the address sign up again, without a second gift', async () => {
    const email = 'comes.back@example.com'
    const client = world.client()
    expect((await signUp(world, client, email)).uses).toBe(3)
    await remove(await linkFor(client, email))
    expect((await signUp(world, world.client(), email)).uses).toBe(0)
    expect((await world.client().call('POST /login', { body: { email, password: PASSWORD } })).status).toBe(
      200,
    )
  })

  it('sends a link in the person’s language, stored only as a hash', async () => {
    const person = await makePerson(world.app)
    await ask(await logIn(world, person), person.email, { 'accept-language': 'ru' })
    const [message] = await waitForMails(world, person.email)
    expect(message?.subject).toBe('Удаление аккаунта Channelbook')
    const token = /token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? 'no token'
    expect(message?.html).toContain(`href="http://localhost:3000/ru/delete?token=${token}"`)
    const stored = await world.app.db.selectFrom('link_token').selectAll().execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('can be requested only by the person', async () => {
    const person = await makePerson(world.app)
    const other = await logIn(world, await makePerson(world.app))
    expect((await ask(world.client(), person.email)).body.error?.code).toBe('not_logged_in')
    const ended = await logIn(world, person)
    await (await logIn(world, person)).call('DELETE /sessions')
    // Refused before the body is read, too.
    for (const email of [person.email, 'nobody']) {
      const refused = await ask(ended, email)
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'session_expired'])
    }
    expect((await ask(world.client(), 'nobody')).body.error?.code).toBe('not_logged_in')
    expect((await ask(other, person.email)).body.error?.code).toBe('forbidden')
    other.csrfToken = null
    expect((await ask(other, person.email)).body.error?.code).toBe('csrf')
    expect(await mailsTo(world, person.email)).toEqual([])
  })
})

describe('the link', () => {
  it('ends the session of the browser in which it is opened, whoever is logged in', async () => {
    const person = await makePerson(world.app)
    const other = await logIn(world, await makePerson(world.app))
    const cookie = other.cookies.get(SESSION_COOKIE) ?? ''
    expect((await remove(await linkFor(await logIn(world, person), person.email), other)).status).toBe(200)
    expect(other.cookies.has(SESSION_COOKIE)).toBe(false)
    other.cookies.set(SESSION_COOKIE, cookie)
    expect((await other.call('GET /cookie')).status).toBe(401)
  })

  it('deletes once among forty calls at the same moment', async () => {
    const person = await buyer()
    const token = await linkFor(person.client, person.email)
    const headers = world.client().headers()
    const request = { method: 'DELETE', path: '/api/delete', headers, body: { token } }
    const answers = await sendTogether(
      world.baseUrl,
      Array.from({ length: 40 }, () => request),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(39)
    const closed = await world.app.db.selectFrom('closed_account').select('holder_id').execute()
    expect(closed.filter((row) => row.holder_id === person.id)).toHaveLength(1)
    await expectSoundLedger(world.app)
  })

  it('works for 30 minutes, is replaced by a newer one, and sets no password', async () => {
    const person = await makePerson(world.app)
    const late = await linkFor(await logIn(world, person), person.email)
    world.clock.advance({ minutes: 30 })
    const client = await logIn(world, person)
    expect((await remove(late)).body.error?.code).toBe('wrong_token')
    const older = await linkFor(client, person.email)
    const newer = await linkFor(client, person.email)
    expect((await remove(older)).body.error?.code).toBe('wrong_token')
    const reset = await world.client().call('PUT /reset', { body: { newPassword: PASSWORD, token: newer } })
    expect(reset.body.error?.code).toBe('wrong_token')
    world.clock.advance({ minutes: 29, seconds: 59 })
    expect((await remove(newer)).status).toBe(200)
    expect((await remove(newer)).body.error?.code).toBe('wrong_token')
  })

  it('for a password reset deletes nothing', async () => {
    const person = await makePerson(world.app)
    await world
      .client()
      .call('POST /verification/{action}', { params: { action: 'reset' }, body: { email: person.email } })
    const [message] = await waitForMails(world, person.email)
    const token = /reset\?token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? 'no token'
    expect((await remove(token)).body.error?.code).toBe('wrong_token')
    expect((await rowsOf(person))['people']).toBe(1)
  })
})

describe('reveals, logins and choices during the deletion', () => {
  it('finish before it or are refused, and leave nothing behind', async () => {
    const channels = await Promise.all(Array.from({ length: 12 }, () => makeChannel(world.app)))
    for (let round = 0; round < 3; round += 1) {
      const email = `race${round}@example.com`
      const client = world.client()
      const { userId } = await signUp(world, client, email)
      const token = await linkFor(client, email)
      const reveals = channels.map(({ channelId }) => client.call('POST /getemail', { body: { channelId } }))
      const dismissals = channels.map(({ channelId }) =>
        client.call('PUT /recommendations/dismissed/{channelId}', { params: { channelId } }),
      )
      const choice = client.call('PUT /recommendations/choice', { body: { countsPurchases: false } })
      const browsers = Array.from({ length: 4 }, () => world.client())
      const logins = browsers.map((browser) =>
        browser.call('POST /login', { body: { email, password: PASSWORD } }),
      )
      const [deleted, ...others] = await Promise.all([
        remove(token),
        ...reveals,
        ...dismissals,
        choice,
        ...logins,
      ])
      expect(deleted?.status).toBe(200)
      // A bug would answer 500.
      expect(
        others.map(({ status }) => status).filter((status) => ![200, 400, 401, 403, 404].includes(status)),
      ).toEqual([])
      expect(await rowsOf({ id: userId, email })).toMatchObject({
        people: 0,
        sessions: 0,
        purchases: 0,
        dismissed: 0,
        choices: 0,
      })
      await expectSoundLedger(world.app)
    }
  })
})
