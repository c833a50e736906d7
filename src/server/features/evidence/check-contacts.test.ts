import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { startLocalDns } from '#local/dns/local-dns.ts'
import { ResolverUnreachable } from '#server/adapters/dns/dns.ts'
import { openResolver } from '#server/adapters/dns/resolver.ts'
import { transact } from '#server/db/connect.ts'
import { suppressContacts } from '#server/features/catalogue/contacts.sql.ts'
import { addContacts, makeChannel } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger } from '#test/support/ledger-world.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { type PublicDns, startPublicDns } from '#test/support/public-dns.ts'
import { checkContacts } from './check-contacts.ts'
import { evidenceInvariants } from './evidence-invariants.sql.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
let local: Awaited<ReturnType<typeof startLocalDns>>
let publicDns: PublicDns
/** Domains that the resolver was asked about, each time that it was asked for an MX. */
const asked: string[] = []
/** What the public DNS knows, unless a test changes it. */
const PROVIDERS = ['gmail.com', 'mail.ru', 'outlook.com']
/** Runs at each question, before it is answered. */
let meanwhile: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  publicDns = await startPublicDns()
  local = await startLocalDns({
    log: pino({ level: 'silent' }),
    upstream: publicDns.server,
    onQuestion: ({ name, type }) => {
      if (type === 'MX') asked.push(name)
    },
  })
})
afterAll(async () => {
  await local.close()
  await publicDns[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.db.deleteFrom('channel').execute()
  await world.db.deleteFrom('mail_domain').execute()
  world.clock.set('2026-03-10T09:00:00.000Z')
  asked.splice(0)
  publicDns.known.clear()
  for (const domain of PROVIDERS) publicDns.known.add(domain)
  meanwhile = async () => undefined
})

/** A server. @param servers its resolvers */
function appWith(servers: readonly string[] = [local.server]) {
  const resolver = openResolver({ servers, patienceMs: 3_000 })
  const { log, lines } = keepLog()
  const dns = {
    ...resolver,
    async mailRoute(domain: string) {
      await meanwhile()
      return resolver.mailRoute(domain)
    },
  }
  return { app: { ...world, dns, log }, lines }
}

const run = (most?: Parameters<typeof checkContacts>[1]) => checkContacts(appWith().app, most)
const A_RUN = { contacts: 20_000, domains: 2_000, ms: 300_000 }

/** A contact for each address, of one channel. @returns their ids */
async function know(...addresses: readonly string[]): Promise<number[]> {
  const { id } = await makeChannel(world, { contacts: 0 })
  return [...(await addContacts(world, ...addresses.map((address) => ({ channel_id: id, address }))))]
}

async function read(address: string) {
  return world.db
    .selectFrom('address')
    .select(['verification', 'verified_at', 'bad_since', 'check_after'])
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
}

/** The distinct domains that were asked about, without those that prove that the DNS is the public one. */
const domainsAsked = () => [...new Set(asked)].filter((name) => !PROVIDERS.includes(name)).toSorted()

const readDomain = (domain: string) =>
  world.db.selectFrom('mail_domain').selectAll().where('domain', '=', domain).executeTakeFirst()

const daysLater = (days: number, from = world.clock.now()) => new Date(from.getTime() + days * 86_400_000)

/** Makes the domain of a contact, and what is known of it, another. */
async function move(from: string, to: string): Promise<void> {
  await sql`
    with moved as (
      insert into address (address, verification, verified_at, bad_since, check_after)
      select replace(address, ${from}, ${to}), verification, verified_at, bad_since, check_after from address
    )
    update contact set address = replace(address, ${from}, ${to})`.execute(world.db)
  await sql`delete from address where address not in (select address from contact)`.execute(world.db)
  await world.db.updateTable('mail_domain').set({ domain: to }).where('domain', '=', from).execute()
}

describe('a contact', () => {
  it.each([
    ['anna@creator.example', 'mx', 'own domain'],
    ['anna@a-only.example', 'address', 'own domain'],
    ['anna@gmail.com', 'mx', 'gmail'],
  ])(
    'whose domain accepts mail is valid, and is checked again in 30 days: %s',
    async (address, detail, provider) => {
      await know(address)
      expect(await run()).toBe(1)
      const now = world.clock.now()
      expect(await read(address)).toEqual({
        verification: 'valid',
        verified_at: now,
        bad_since: null,
        check_after: daysLater(30),
      })
      const domain = address.split('@')[1]!
      expect(await readDomain(domain)).toEqual({
        domain,
        result: 'ok',
        detail,
        provider,
        checked_at: now,
        asked_at: now,
        bad_since: null,
      })
      world.clock.advance({ days: 29, hours: 23 })
      expect(await run()).toBe(0)
      world.clock.advance({ hours: 1 })
      expect(await run()).toBe(1)
      expect(await readDomain(domain)).toMatchObject({ asked_at: world.clock.now() })
    },
  )

  it.each([
    ['anna@nxdomain.example', 'no_domain'],
    ['anna@null-mx.example', 'null_mx'],
    ['anna@no-mail.example', 'no_mail'],
    ['anna@intranet.local', 'no_domain'],
  ])('whose domain accepts none is invalid, and is checked again in a day: %s', async (address, detail) => {
    await know(address)
    const first = world.clock.now()
    await run()
    const bad = { verification: 'invalid', verified_at: first, bad_since: first, check_after: daysLater(1) }
    expect(await read(address)).toEqual(bad)
    expect(await readDomain(address.split('@')[1]!)).toMatchObject({ result: 'bad', detail, provider: null })

    world.clock.advance({ days: 1 })
    await run()
    // Twice, a day apart: nobody has to look every day any more.
    expect(await read(address)).toEqual({
      ...bad,
      verified_at: world.clock.now(),
      check_after: daysLater(7),
    })
    await expectSoundLedger(world, evidenceInvariants)
  })

  it('whose domain accepts none goes off sale, and comes back once it does', async () => {
    await know('anna@null-mx.example')
    const state = () =>
      world.db
        .selectFrom('known_contact')
        .innerJoin('channel', 'channel.id', 'known_contact.channel_id')
        .select(['is_sold', 'has_contact'])
        .executeTakeFirstOrThrow()
    await world.db.updateTable('channel').set({ has_contact: true }).execute()
    await run()
    expect(await state()).toEqual({ is_sold: false, has_contact: false })
    await expectSoundLedger(world)
    await move('null-mx.example', 'creator.example')
    world.clock.advance({ days: 1 })
    await run()
    expect(await state()).toEqual({ is_sold: true, has_contact: true })
  })

  it.each([
    ['anna@timeout.example', 'timeout'],
    ['anna@servfail.example', 'failure'],
    ['anna@refused.example', 'refused'],
    ['anna@malformed.example', 'malformed'],
  ])('of whose domain nothing can be told is unknown: %s', async (address, detail) => {
    await know(address)
    await run()
    expect(await read(address)).toEqual({
      verification: 'unknown',
      verified_at: world.clock.now(),
      bad_since: null,
      check_after: daysLater(1),
    })
    expect(await readDomain(address.split('@')[1]!)).toMatchObject({
      result: 'cannot_tell',
      detail,
      provider: null,
    })
  })

  it('with a malformed address is invalid, and nobody is asked', async () => {
    await know('anna.creator.example', 'anna@@creator.example', 'anna@creator')
    const first = world.clock.now()
    expect(await run()).toBe(3)
    world.clock.advance({ days: 30 })
    expect(await run()).toBe(3)
    expect(await read('anna@creator')).toMatchObject({
      verification: 'invalid',
      verified_at: world.clock.now(),
      bad_since: first,
    })
    expect(asked).toEqual([])
  })

  it('at an international domain is asked about in punycode', async () => {
    await know('info@xn--80a1acny.example')
    expect(await run()).toBe(1)
    expect(asked).toEqual(['xn--80a1acny.example'])
    expect((await read('info@xn--80a1acny.example')).verification).toBe('valid')
  })
})

describe('when nothing can be told any more', () => {
  it.each([
    ['valid', 'creator.example'],
    ['invalid', 'nxdomain.example'],
  ])('the earlier result stays with its date for 60 days: %s', async (verification, domain) => {
    await know('anna@before.example')
    await move('before.example', domain)
    await run()
    const told = await read(`anna@${domain}`)
    const checkedAt = world.clock.now()
    expect(told.verification).toBe(verification)

    await move(domain, 'servfail.example')
    world.clock.set('2026-05-09T08:59:00.000Z')
    await run()
    expect(await read('anna@servfail.example')).toEqual({ ...told, check_after: daysLater(1) })
    expect(await readDomain('servfail.example')).toMatchObject({
      checked_at: checkedAt,
      asked_at: world.clock.now(),
    })

    world.clock.advance({ days: 1 })
    await run()
    expect(await read('anna@servfail.example')).toEqual({
      verification: 'unknown',
      verified_at: world.clock.now(),
      bad_since: null,
      check_after: daysLater(1),
    })
    await expectSoundLedger(world, evidenceInvariants)
  })

  it('because no resolver answers, nothing changes', async () => {
    await know('anna@creator.example')
    const before = await read('anna@creator.example')
    await expect(checkContacts(appWith(['127.0.0.1:9']).app)).rejects.toThrow(ResolverUnreachable)
    expect(await read('anna@creator.example')).toEqual(before)
    expect(await readDomain('creator.example')).toBeUndefined()
    expect(await run()).toBe(1)
  })

  it('because a network without the internet denies every name, nothing changes', async () => {
    publicDns.known.add('creator.dev')
    await know('anna@creator.dev', 'boris@gone.dev')
    publicDns.known.clear()
    await expect(run()).rejects.toThrow(ResolverUnreachable)
    expect(await world.db.selectFrom('mail_domain').selectAll().execute()).toEqual([])

    // One of the big providers is enough.
    for (const domain of ['mail.ru', 'creator.dev']) publicDns.known.add(domain)
    expect(await run()).toBe(2)
    expect(await readDomain('creator.dev')).toMatchObject({ result: 'ok', provider: 'own domain' })
    expect(await readDomain('gone.dev')).toMatchObject({ result: 'bad', provider: null })
  })
})

test('a domain that accepts mail again makes its contact valid', async () => {
  await know('anna@nxdomain.example')
  await run()
  await move('nxdomain.example', 'creator.example')
  world.clock.advance({ days: 1 })
  await run()
  expect(await read('anna@creator.example')).toMatchObject({ verification: 'valid', bad_since: null })
  expect(await readDomain('creator.example')).toMatchObject({ result: 'ok', bad_since: null })
})

describe('a domain', () => {
  it('with 10,000 contacts is asked once', async () => {
    await know(...Array.from({ length: 10_000 }, (_, n) => `n${n}@creator.example`))
    expect(await run()).toBe(10_000)
    expect(asked).toEqual(['creator.example'])
  })

  it('is asked once a day, also when nothing can be told', async () => {
    await know('anna@creator.example', 'anna@servfail.example')
    await run()
    world.clock.advance({ hours: 23, minutes: 59 })
    await know('boris@creator.example', 'boris@servfail.example')
    const askedAt = (await read('anna@creator.example')).verified_at
    asked.splice(0)
    expect(await run()).toBe(2)
    expect(asked).toEqual([])
    expect(await read('boris@creator.example')).toMatchObject({ verification: 'valid', verified_at: askedAt })
    world.clock.advance({ minutes: 1 })
    await know('clara@creator.example')
    await run()
    expect(domainsAsked()).toEqual(['creator.example', 'servfail.example'])
  })

  it('is asked once by servers that check at the same time', async () => {
    await know(...Array.from({ length: 40 }, (_, n) => `anna@n${n}.example`))
    const runs = await Promise.all([run(), run(), run()])
    expect(runs.toSorted((a, b) => a - b)).toEqual([0, 0, 40])
    expect(asked).toHaveLength(40)
    expect(domainsAsked()).toHaveLength(40)
  })
})

describe('a run', () => {
  it('takes contacts never checked first, then the oldest results', async () => {
    for (const name of ['second', 'third', 'fourth']) {
      await know(`anna@${name}.example`)
      await run()
      world.clock.advance({ hours: 1 })
    }
    world.clock.advance({ days: 30 })
    await know('anna@first.example')
    asked.splice(0)
    for (let time = 0; time < 4; time += 1) await run({ ...A_RUN, contacts: 1 })
    expect(asked).toEqual(['first.example', 'second.example', 'third.example', 'fourth.example'])
  })

  it('is bounded in contacts and in domains', async () => {
    await know(...Array.from({ length: 12 }, (_, n) => `anna@n${n}.example`))
    expect(await run({ ...A_RUN, contacts: 5 })).toBe(5)
    expect(await run({ ...A_RUN, domains: 3 })).toBe(3)
    expect(asked).toHaveLength(8)
    expect(await run()).toBe(4)
    expect(asked).toHaveLength(12)
  })

  it('ends when its time is over', async () => {
    await know('anna@creator.example')
    expect(await run({ ...A_RUN, ms: 0 })).toBe(0)
    expect(asked).toEqual([])
  })

  it('waits for the end of an import', async () => {
    await know('anna@creator.example')
    await transact(world.db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('channelbook import'))`.execute(tx)
      expect(await run()).toBe(0)
    })
    expect(asked).toEqual([])
    expect(await run()).toBe(1)
  })
})

describe('meanwhile', () => {
  it('withheld and deleted contacts stay as they are, and a withheld one is never checked', async () => {
    await know('anna@creator.example', 'boris@creator.example')
    const [gone] = await know('clara@creator.example')
    meanwhile = async () => {
      await transact(world.db, (tx) => suppressContacts(tx, 'anna@creator.example', world.clock.now()))
      await world.db.deleteFrom('contact').where('id', '=', gone!).execute()
    }
    expect(await run()).toBe(1)
    expect(await read('anna@creator.example')).toMatchObject({
      verification: 'unverified',
      verified_at: null,
    })
    expect(await read('boris@creator.example')).toMatchObject({ verification: 'valid' })
    world.clock.advance({ days: 60 })
    expect(await run()).toBe(1)
    expect(await read('anna@creator.example')).toMatchObject({ verification: 'unverified' })
  })

  it('a contact that somebody is changing is not waited for, and is checked the next time', async () => {
    const [held] = await know('anna@creator.example', 'boris@creator.example')
    await transact(world.db, async (tx) => {
      await sql`select from contact join address using (address) where id = ${held} for update of address`.execute(
        tx,
      )
      expect(await run()).toBe(1)
    })
    expect(await run()).toBe(1)
    expect(asked).toEqual(['creator.example'])
  })
})
