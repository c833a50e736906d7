import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { bounceAddresses } from '#server/adapters/mail/bounce-address.ts'
import { smtpMail } from '#server/adapters/mail/smtp.ts'
import { makeChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { refusedJob, takeBounce } from './note-bounce.ts'

const BOUNCES = 'bounces@channelbook.example'
const world = useTestApp({ env: { MAIL_BOUNCES: BOUNCES } })
afterAll(() => expectSoundLedger(world.app))

/** A bounce as Postfix makes it: its recipient is the envelope sender of the email. */
function bounceTo(sender: string, address: string, fixture = 'postfix-source'): string {
  const file = new URL(`../../../../test/fixtures/bounces/${fixture}.txt`, import.meta.url)
  return readFileSync(file, 'utf8')
    .replaceAll('hello@north-workshop.example', address)
    .replace('To: anna@agency.example', `To: ${sender}`)
}

async function sold() {
  const channel = await makeChannel(world.app)
  const address = channel.addresses[0]!
  const isSold = async () =>
    (
      await sql<{ is_sold: boolean }>`select is_sold from known_contact where address = ${address}`.execute(
        world.app.db,
      )
    ).rows[0]!.is_sold
  return { address, isSold, sender: world.app.bounces!.of(address, world.clock.now()) }
}

test('a bounce to the envelope sender of an email of ours takes the address off sale', async () => {
  const { address, isSold, sender } = await sold()
  world.clock.advance({ days: 2 })
  expect(await takeBounce(world.app, bounceTo(sender.toUpperCase(), address))).toBe('off sale')
  expect(await isSold()).toBe(false)
  expect(await takeBounce(world.app, bounceTo(sender, address))).toBe('off sale')
})

test('a bounce without a token, with that of another address or a made-up one changes nothing', async () => {
  const [one, other] = [await sold(), await sold()]
  const time = world.clock.now().getTime().toString(36)
  for (const sender of [BOUNCES, other.sender, `bounces+${time}-${'0'.repeat(24)}@channelbook.example`])
    expect(await takeBounce(world.app, bounceTo(sender, one.address)), sender).toBe('not ours')
  const elsewhere = bounceAddresses(Buffer.from('another secret, as long as a secret has to be'), BOUNCES)
  const forged = elsewhere.of(one.address, world.clock.now())
  expect(await takeBounce(world.app, bounceTo(forged, one.address))).toBe('not ours')
  expect(await one.isSold()).toBe(true)
})

test.each(['delayed-source', 'several-fields', 'full', 'yandex-ru'])(
  '%s says nothing of the mailbox',
  async (name) => {
    const { address, isSold, sender } = await sold()
    const text = `To: ${sender}\n\n${bounceTo(sender, address, name)}`
    expect(await takeBounce(world.app, text)).toBe('not gone')
    expect(await isSold()).toBe(true)
  },
)

test('what its owner confirmed after the email was sent, or the operator restored, stays on sale', async () => {
  for (const column of ['confirmed_at', 'restored_at'] as const) {
    const { address, isSold, sender } = await sold()
    world.clock.advance({ seconds: 1 })
    const now = world.clock.now()
    await world.app.db
      .updateTable('address')
      .set({ [column]: now })
      .where('address', '=', address)
      .execute()
    expect(await takeBounce(world.app, bounceTo(sender, address))).toBe('outdated')
    expect(await isSold()).toBe(true)
  }
})

test('an email that is refused in the session counts only with 5.1.x', async () => {
  for (const [said, expected] of [
    ['550 5.1.1 <x>: Recipient address rejected: User unknown', false],
    ['550 5.7.1 Service unavailable; client host blocked', true],
    ['552 5.2.2 Mailbox full', true],
    ['550 5.1.1 Mailbox over quota', true],
    ['550 5.1.8 Sender address rejected', true],
    ['550 No such user', true],
  ] as const) {
    const { address, isSold } = await sold()
    await refusedJob.run(world.app, { to: address, said })
    expect(await isSold(), said).toBe(expected)
  }
})

test('each email has an envelope sender of its own, which bounces show, and the same sender as before', async () => {
  const senders: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: ({ address }, _session, done) => {
      senders.push(address)
      done()
    },
    onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const { bounces, clock } = world.app
  const mail = smtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Channelbook <no-reply@channelbook.example>',
    replyTo: 'help@channelbook.example',
    needsTls: true,
    bounces,
    clock,
  })
  const to = 'anna@example.com'
  for (const id of ['one', 'two']) {
    world.clock.advance({ seconds: 1 })
    await mail.send({ id, to, subject: id, text: id, html: id })
  }
  mail.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(new Set(senders).size).toBe(2)
  expect(senders[1]).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{24}@channelbook\.example$/)
  expect(bounces?.sentAt(senders[1]!, to)).toEqual(world.clock.now())
})
