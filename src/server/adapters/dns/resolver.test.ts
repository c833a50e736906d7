import type { Question } from 'dns-packet'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startLocalDns } from '#local/dns/local-dns.ts'
import { type Dns, ResolverUnreachable } from './dns.ts'
import { openResolver } from './resolver.ts'
import { freePort } from '#test/support/processes.ts'

let local: Awaited<ReturnType<typeof startLocalDns>>
const questions: Question[] = []

beforeAll(async () => {
  local = await startLocalDns({
    log: pino({ level: 'silent' }),
    onQuestion: (question) => questions.push(question),
  })
})
afterAll(() => local.close())
afterEach(() => questions.splice(0))

/** @param patienceMs far more than an answer takes, unless a test waits for its end */
function open(patienceMs = 5_000, servers: readonly string[] = [local.server]): Dns {
  return openResolver({ servers, patienceMs })
}

describe('the way of mail to a domain', () => {
  it('leads to its MX hosts, the preferred one first', async () => {
    expect(await open().mailRoute('creator.example')).toEqual({
      found: 'mx',
      hosts: ['mx1.creator.example', 'mx2.creator.example'],
    })
    expect(questions.map(({ type }) => type)).toEqual(['MX'])
  })

  it.each(['a-only.example', 'aaaa-only.example'])(
    'leads to its own address without MX: %s',
    async (domain) => {
      expect(await open().mailRoute(domain)).toEqual({ found: 'address' })
    },
  )

  it('ends at a null MX, also where the domain has an address', async () => {
    expect(await open().mailRoute('null-mx.example')).toEqual({ found: 'null_mx' })
    expect(questions).toHaveLength(1)
  })

  it.each([
    ['nxdomain.example', 'no_domain'],
    ['no-mail.example', 'no_mail'],
    ['shop.no-mail.example', 'no_mail'],
  ])('does not exist: %s', async (domain, found) => {
    expect(await open().mailRoute(domain)).toEqual({ found })
  })

  it.each([
    ['servfail.example', 'failure'],
    ['refused.example', 'refused'],
    ['malformed.example', 'malformed'],
    // Whether there is an MX is unknown, so the address says nothing.
    ['mx-servfail.example', 'failure'],
    ['a-servfail.example', 'failure'],
  ])('cannot be told: %s', async (domain, found) => {
    expect(await open().mailRoute(domain)).toEqual({ found })
  })

  it('cannot be told without an answer in time, and other questions are not held up', async () => {
    const dns = open(1_500)
    const slow = dns.mailRoute('timeout.example')
    expect(await dns.mailRoute('quick.example')).toMatchObject({ found: 'mx' })
    expect(await slow).toEqual({ found: 'timeout' })
  })

  it('of names that the public DNS never has is not asked about', async () => {
    for (const domain of ['mail.local', 'intranet.internal', 'hidden.onion', 'router.home.arpa', 'x.invalid'])
      expect(await open().mailRoute(domain)).toEqual({ found: 'no_domain' })
    expect(questions).toEqual([])
  })
})

it('a resolver that cannot be reached says nothing about a domain', async () => {
  const dns = open(1_000, [`127.0.0.1:${await freePort()}`])
  await expect(dns.mailRoute('creator.example')).rejects.toThrow(ResolverUnreachable)
  expect([...dns.answers()]).toEqual([['unreachable', 1]])
})

it('at the end of the process no question is waited for', async () => {
  const dns = open(60_000)
  const waiting = dns.mailRoute('timeout.example')
  dns.close()
  await expect(waiting).rejects.toThrow(ResolverUnreachable)
  await expect(dns.mailRoute('creator.example')).rejects.toThrow(ResolverUnreachable)
})

it('answers are counted by kind', async () => {
  const dns = open()
  for (const domain of ['one.example', 'two.example', 'null-mx.example']) await dns.mailRoute(domain)
  expect(Object.fromEntries(dns.answers())).toEqual({ mx: 2, null_mx: 1 })
})
