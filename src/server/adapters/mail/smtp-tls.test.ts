import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpMail } from '#server/adapters/mail/smtp.ts'

/** Leads to this machine and is no loopback name: for the product a server elsewhere. */
const ELSEWHERE = '0.0.0.0'
const PASSWORD = 'a password of the mail server'

interface Heard {
  readonly port: number
  /** Everything that came before any encryption. */
  readonly plain: () => string
  readonly letters: () => number
}

/** A real mail server, with or without an offer of STARTTLS, that takes any password. */
async function startServer(stack: AsyncDisposableStack, { hasTls }: { hasTls: boolean }): Promise<Heard> {
  let letters = 0
  const passwords: string[] = []
  const server = new SMTPServer({
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 1_000,
    onAuth({ password }, { secure }, done) {
      if (!secure) passwords.push(password ?? '')
      done(null, { user: 'anybody' })
    },
    onData(stream, _session, done) {
      letters += 1
      stream.resume().once('end', () => done())
    },
  })
  // A client that ends the handshake is what one of these tests is about.
  server.on('error', () => undefined)
  server.listen(0, ELSEWHERE)
  await once(server.server, 'listening')
  stack.defer(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, plain: () => passwords.join(), letters: () => letters }
}

/** @returns what became of a letter: sent, or why not */
async function send(
  stack: AsyncDisposableStack,
  { port }: Heard,
  host: string,
  needsTls = true,
): Promise<string> {
  const url = `smtp://user:${encodeURIComponent(PASSWORD)}@${host}:${port}`
  const mail = smtpMail({ url, from: 'Channelbook <no-reply@channelbook.example>', needsTls })
  stack.defer(() => mail.close())
  const letter = { id: 'one', to: 'anna@example.com', subject: 'Code', text: '123456', html: '<p>123456</p>' }
  return mail.send(letter).then(
    () => 'sent',
    (error: Error) => error.message,
  )
}

test('a mail server elsewhere that offers no TLS gets neither letter nor password', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: false })
  expect(await send(stack, server, ELSEWHERE)).toMatch(/did not take a letter: ETLS/)
  expect([server.letters(), server.plain()]).toEqual([0, ''])
})

test('where the settings allow it, it gets both; so does one on this machine in any case', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: false })
  expect(await send(stack, server, ELSEWHERE, false)).toBe('sent')
  expect(await send(stack, server, '127.0.0.1')).toBe('sent')
  expect([server.letters(), server.plain()]).toEqual([2, `${PASSWORD},${PASSWORD}`])
})

test('a certificate that nobody vouches for is no TLS', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: true })
  expect(await send(stack, server, ELSEWHERE)).toMatch(/did not take a letter/)
  expect([server.letters(), server.plain()]).toEqual([0, ''])
})
