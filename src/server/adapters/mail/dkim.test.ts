import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readDkim, smtpMail } from './smtp.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const read = (env: Readonly<Record<string, string>>) => readDkim(readConfig(env))

/** One email as the mail server receives it, byte for byte. */
async function rawMessage(env: Readonly<Record<string, string>>): Promise<string> {
  const chunks: Buffer[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => done())
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const from = 'Channelbook <no-reply@mail.channelbook.example>'
  const mail = smtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from,
    replyTo: 'help@channelbook.example',
    needsTls: true,
    dkim: read(env),
  })
  const text = 'Код:  123456 \n\nДо встречи\n\n\n'
  await mail.send({
    id: 'email',
    to: 'anna@example.com',
    subject: 'Ваш код — 🔑',
    text,
    html: `<p>${text}</p>`,
    stopUrl: 'https://channelbook.example/stopdigest?token=abc',
  })
  mail.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return Buffer.concat(chunks).toString('latin1')
}

/** RFC 6376, 3.4: relaxed canonicalisation of header and body. */
const relaxHeader = (name: string, value: string) =>
  `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
const relaxBody = (body: string) =>
  `${body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`

it('emails carry a valid signature of the sender’s domain', async () => {
  const raw = await rawMessage({
    DKIM_SELECTOR: 'key1',
    DKIM_PRIVATE_KEY: keys.privateKey.replaceAll('\n', '\\n'),
  })
  const end = raw.indexOf('\r\n\r\n')
  const headers = [...raw.slice(0, end + 2).matchAll(/^([\w-]+):((?:.*\r\n)(?:[ \t].*\r\n)*)/gm)].map(
    ([, name = '', value = '']) => ({ name, value }),
  )
  const signed = headers.find(({ name }) => name === 'DKIM-Signature')?.value ?? ''
  const tags = new Map(
    signed.split(';').map((tag): [string, string] => {
      const [name = '', value = ''] = tag.split(/=(.*)/s)
      return [name.trim(), value.replace(/\s+/g, '')]
    }),
  )
  expect([tags.get('d'), tags.get('s'), tags.get('a'), tags.get('c')]).toEqual([
    'mail.channelbook.example',
    'key1',
    'rsa-sha256',
    'relaxed/relaxed',
  ])
  const body = createHash('sha256')
    .update(relaxBody(raw.slice(end + 4)), 'latin1')
    .digest('base64')
  expect(tags.get('bh')).toBe(body)
  const names = tags.get('h')?.toLowerCase().split(':') ?? []
  const needed = ['from', 'to', 'subject', 'message-id', 'date', 'list-unsubscribe', 'list-unsubscribe-post']
  for (const name of needed) expect(names).toContain(name)
  expect(raw).toContain('\r\nList-Unsubscribe: <https://channelbook.example/stopdigest?token=abc>\r\n')
  expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  const lines = names.flatMap((wanted) => {
    const found = headers.find(({ name }) => name.toLowerCase() === wanted)
    return found === undefined ? [] : [relaxHeader(found.name, found.value)]
  })
  const own = relaxHeader('DKIM-Signature', signed.replace(/b=[A-Za-z0-9+/=\s]+$/, 'b='))
  const text = [...lines, own].join('\r\n')
  const signature = Buffer.from(tags.get('b') ?? '', 'base64')
  expect(verify('sha256', Buffer.from(text, 'latin1'), keys.publicKey, signature)).toBe(true)
})

it('emails are signed only with a configured key', async () => {
  expect(await rawMessage({})).not.toMatch(/dkim/i)
})

it.each([
  [{ DKIM_SELECTOR: 'key1' }, 'DKIM_PRIVATE_KEY'],
  [{ DKIM_PRIVATE_KEY: keys.privateKey }, 'DKIM_SELECTOR'],
  [{ DKIM_SELECTOR: 'key1', DKIM_PRIVATE_KEY: 'no key' }, 'DKIM_PRIVATE_KEY must be'],
])('an incomplete key stops the start: %#', (env, problem) => {
  expect(() => read(env)).toThrow(problem)
})
