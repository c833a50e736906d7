import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openResolver } from '#server/adapters/dns/resolver.ts'
import { startPublicDns } from '#test/support/public-dns.ts'
import { startLocalDns } from './local-dns.ts'

let stack: AsyncDisposableStack

beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

async function open(upstream?: string) {
  const local = await startLocalDns({ log: pino({ level: 'silent' }), upstream })
  stack.defer(() => local.close())
  return openResolver({ servers: [local.server] })
}

it('invents answers about reserved names, and passes on questions about all others', async () => {
  const other = stack.use(await startPublicDns('creator.dev'))
  const dns = await open(other.server)
  expect(await dns.mailRoute('creator.example')).toEqual({
    found: 'mx',
    hosts: ['mx1.creator.example', 'mx2.creator.example'],
  })
  expect(await dns.mailRoute('shop.example.com')).toMatchObject({ found: 'mx' })
  expect(await dns.mailRoute('creator.dev')).toEqual({ found: 'mx', hosts: ['mail.creator.dev'] })
  expect(await dns.mailRoute('nobody.dev')).toEqual({ found: 'no_domain' })
  expect(other.asked).toEqual(['creator.dev', 'nobody.dev'])
})

it('fails about other names when there is nobody to pass questions on to', async () => {
  expect(await (await open()).mailRoute('creator.dev')).toEqual({ found: 'failure' })
})
