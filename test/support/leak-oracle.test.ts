import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XlsxStreamWriter } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { createTestDatabase } from '#test/support/database.ts'
import {
  asBuyer,
  makeChannel,
  makePerson,
  type TestChannel,
  type TestPerson,
} from '#test/support/factories.ts'
import { openLeakOracle } from '#test/support/leak-oracle.ts'
import { createLedgerWorld } from '#test/support/ledger-world.ts'
import { shared } from '#test/support/shared.ts'
import { TestClient } from '#test/support/test-client.ts'

const database = shared(createTestDatabase)
const world = shared(() => createLedgerWorld(database.url))
let oracle: ReturnType<typeof openLeakOracle>
let channel: TestChannel
let address: string
let buyer: TestPerson
beforeAll(async () => {
  oracle = openLeakOracle(database.url)
  channel = await makeChannel(world)
  address = channel.addresses[0] ?? ''
  buyer = await makePerson(world, { uses: 1 })
  await revealContact(world, { ...asBuyer(buyer.id), channelId: channel.channelId })
})
afterAll(() => oracle[Symbol.asyncDispose]())

/** The oracle's verdict when a person (null: a visitor) receives a text. */
async function watch(person: TestPerson | null, text: string): Promise<void> {
  const client = new TestClient({ baseUrl: 'http://127.0.0.1:1', clientKey: '' })
  client.userId = person?.id ?? null
  await oracle.watch({ client, request: 'GET /any', text })
}

const spellings: readonly (readonly [string, (given: string) => string])[] = [
  ['as it is', (given) => `{"email":"${given}"}`],
  ['in capitals', (given) => given.toUpperCase()],
  ['inside another word', (given) => `x${given}x`],
  ['in a header', (given) => `link: <mailto:${given}>\n\n{}`],
  ['escaped in JSON', (given) => `"${given.replace('@', '\\u0040')}"`],
  ['escaped in an address', (given) => `/path?${given.replace('@', '%40')}`],
]

test.each(spellings)('an unpaid address is found %s', async (_, spell) => {
  const stranger = await makePerson(world)
  await expect(watch(stranger, spell(address))).rejects.toThrow(`channel ${channel.id}`)
  await expect(watch(null, spell(address))).rejects.toThrow('unpaid')
  await watch(buyer, spell(address))
})

test('an unpaid address is found inside a workbook, whose bytes do not contain it', async () => {
  const writer = new XlsxStreamWriter({ name: 'Purchases' })
  writer.addRow(['Channel', address])
  const bytes = Buffer.from(await writer.finish())
  expect(bytes.includes(address)).toBe(false)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await using server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = new TestClient({ baseUrl: `http://127.0.0.1:${port}`, clientKey: '', watch: oracle.watch })
  await expect(client.send('GET', '/file')).rejects.toThrow('unpaid')
  client.userId = buyer.id
  expect((await client.send('GET', '/file')).status).toBe(200)
  server.closeAllConnections()
})

test('a report of a leak does not repeat the address', async () => {
  await expect(watch(null, address)).rejects.not.toThrow('@')
})

test('an address that is nobody’s contact, and a person’s own address, are no leaks', async () => {
  await expect(watch(null, 'write to support@channelbook.example')).resolves.toBeUndefined()
  const owner = await makePerson(world, { email: address })
  await expect(watch(owner, address)).resolves.toBeUndefined()
})

test('an address whose owner objected is a leak even to a person who paid for it', async () => {
  const [objected, payer] = [await makeChannel(world), await makePerson(world, { uses: 1 })]
  const { email } = await revealContact(world, { ...asBuyer(payer.id), channelId: objected.channelId })
  await watch(payer, email)
  await world.db
    .updateTable('address')
    .set({ suppressed_at: world.clock.now() })
    .where('address', '=', email)
    .execute()
  await expect(watch(payer, email)).rejects.toThrow('unpaid')
})
