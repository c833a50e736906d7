import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpMail } from './smtp.ts'

/** Reaches this machine but is no loopback name, so the product treats it as a remote server. */
const ELSEWHERE = '0.0.0.0'
const PASSWORD = 'a password of the mail server'

interface Heard {
  readonly port: number
  /** Everything received before encryption. */
  readonly plain: () => string
  readonly messages: () => number
}

/** A real mail server, with or without STARTTLS, that accepts any password. */
async function startServer(stack: AsyncDisposableStack, { hasTls }: { hasTls: boolean }): Promise<Heard> {
  let messages = 0
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
      messages += 1
      stream.resume().once('end', () => done())
    },
  })
  // One test makes the client abort the handshake.
  server.on('error', () => undefined)
  server.listen(0, ELSEWHERE)
  await once(server.server, 'listening')
  stack.defer(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, plain: () => passwords.join(), messages: () => messages }
}

/** @returns what happened to an email: sent, or why not */
async function send(
  stack: AsyncDisposableStack,
  { port }: Heard,
  host: string,
  needsTls = true,
): Promise<string> {
  const url = `smtp://user:${encodeURIComponent(PASSWORD)}@${host}:${port}`
  const mail = smtpMail({
    url,
    from: 'Channelbook <no-reply@channelbook.example>',
    replyTo: 'help@channelbook.example',
    needsTls,
  })
  stack.defer(() => mail.close())
  const message = {
    id: 'one',
    to: 'anna@example.com',
    subject: 'Code',
    text: '123456',
    html: '<p>123456</p>',
  }
  return mail.send(message).then(
    () => 'sent',
    (error: Error) => error.message,
  )
}

test('a remote mail server without TLS gets neither email nor password', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: false })
  expect(await send(stack, server, ELSEWHERE)).toMatch(/did not take an email: ETLS/)
  expect([server.messages(), server.plain()]).toEqual([0, ''])
})

test('it gets both where the settings allow it, and a local one always does', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: false })
  expect(await send(stack, server, ELSEWHERE, false)).toBe('sent')
  expect(await send(stack, server, '127.0.0.1')).toBe('sent')
  expect([server.messages(), server.plain()]).toEqual([2, `${PASSWORD},${PASSWORD}`])
})

test('an untrusted certificate counts as no TLS', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startServer(stack, { hasTls: true })
  expect(await send(stack, server, ELSEWHERE)).toMatch(/did not take an email/)
  expect([server.messages(), server.plain()]).toEqual([0, ''])
})
