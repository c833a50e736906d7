import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBounce } from './read-bounce.ts'

const ADDRESS = 'hello@north-workshop.example'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/bounces/${name}.txt`, import.meta.url), 'utf8')

async function meaning(text: string, address = ADDRESS): Promise<string> {
  const reading = await readBounce(text, address)
  return typeof reading === 'string' ? reading : reading.meaning
}

test.each([
  ['postfix-source', '5.1.1', 'gone'],
  ['exim', '5.1.1', 'gone'],
  ['qmail', '5.1.1', 'gone'],
  ['gmail-en', '5.1.1', 'gone'],
  ['gmail-ru', '5.1.1', 'gone'],
  ['outlook-en', '5.1.10', 'gone'],
  ['outlook-ru', '5.4.1', 'gone'],
  ['yandex-ru', '5.7.1', 'unclear'],
  ['mail-ru', null, 'gone'],
  ['delayed-source', '4.4.1', 'temporary'],
  ['delivered', '2.0.0', 'unclear'],
  ['blocked', '5.7.1', 'policy'],
  ['full', '5.2.2', 'temporary'],
  ['several-fields', '5.7.26', 'policy'],
  ['several-words', '4.3.0', 'temporary'],
] as const)('%s has the code %s and means %s', async (name, code, expected) => {
  expect(await readBounce(fixture(name), ADDRESS)).toMatchObject({ code, meaning: expected })
})

/** Answers of servers and what they mean, one a line; among them what people write and no server does. */
const ANSWERS = readFileSync(
  new URL('../../../../test/fixtures/bounces/answers.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .replaceAll('ADDRESS', ADDRESS)
  .split('\n')
  .map((line) => line.split('\t'))

test.each(ANSWERS)('%s: %s', async (expected = '', text = '') => {
  expect(await meaning(text.replaceAll(String.raw`\n`, '\n'))).toBe(expected)
})

test('a boilerplate of reasons beside a code sends a person to read it', async () => {
  const text = `The mail server could not deliver mail to ${ADDRESS}. The account may not exist, or it may be blacklisted.\n\nThe response was:\n\n550 5.1.1 User unknown`
  expect(await meaning(text)).toBe('unclear')
})

test.each([
  `---------- Forwarded message ---------\nFrom: Mail Delivery System <mailer-daemon@mx.example>\nSubject: Mail delivery failed\nTo: <anna@agency.example>\n\n`,
  `Посмотрите, что пришло.\n\n-------- Пересылаемое сообщение --------\nОт кого: mailer-daemon@corp.mail.example\nКому: anna@agency.example\n\n`,
  `See below.\n\n-----Original Message-----\nFrom: Mail Delivery Subsystem\nTo: anna@agency.example\n\n`,
  `Got 550 5.1.1 for ${ADDRESS}, see below.\n\n-----Original Message-----\nFrom: Mail Delivery Subsystem\n\n`,
  `Begin forwarded message:\n\nFrom: MAILER-DAEMON@mx.example\nTo: anna@agency.example\n\n`,
  `Начало переадресованного сообщения:\n\n`,
  `-----Исходное сообщение-----\nFrom: postmaster@mx.example\n\n`,
])('a bounce below a line of forwarding is read: %#', async (head) => {
  const said = `  ${ADDRESS}\n    SMTP error from remote mail server after RCPT TO:<${ADDRESS}>:\n    550 5.1.1 User unknown`
  expect(await meaning(head + said)).toBe('gone')
  expect(await meaning(`${head}${said}`.replaceAll(/^/gm, '> '))).toBe('gone')
})

test('the source of a bounce is read below a note, forwarded as a file, and encoded', async () => {
  const source = fixture('postfix-source')
  expect(await meaning(`See below.\n\n${source}`)).toBe('gone')
  const attached = `From: anna@agency.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=out\n\n--out\nContent-Type: text/plain\n\nSee below.\n--out\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\n${source}\n--out--\n`
  expect(await meaning(attached)).toBe('gone')
  const words = Buffer.from(`<${ADDRESS}>:\nSorry, no mailbox here by that name. (#5.1.1)`).toString('base64')
  const encoded = `From: MAILER-DAEMON@mx.example\nSubject: failure notice\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${words}`
  expect(await meaning(encoded)).toBe('gone')
})

test('the times of the report are read', async () => {
  const at = new Date('2026-11-24T07:14:01Z')
  for (const name of ['postfix-source', 'delayed-source', 'several-fields'])
    expect(await readBounce(fixture(name), ADDRESS), name).toMatchObject({ at })
  expect(await readBounce(fixture('exim'), ADDRESS)).toMatchObject({ at: null })
})

test('a report says nothing of an address that only the copied email names', async () => {
  for (const name of ['postfix-source', 'exim', 'outlook-en', 'delayed-source'])
    expect(await meaning(fixture(name), 'second@other-channel.example'), name).toBe('other_address')
  expect(await meaning(fixture('postfix-source'), 'anna@agency.example')).toBe('other_address')
})

test('part of another address is not the address', async () => {
  expect(await meaning(fixture('exim'), 'lo@north-workshop.example')).toBe('other_address')
  expect(await meaning(fixture('exim'), 'hello@north-workshop.exam')).toBe('other_address')
})

test('names of people and hosts are no reasons, and IP addresses, versions and amounts no codes', async () => {
  const said = (words: string) => meaning(`<${ADDRESS}>: host 5.1.1.7 said: 550 ${words}`)
  expect(await said('relay 4.1.2.3 refused')).toBe('unclear')
  expect(await said('server 15.1.1')).toBe('unclear')
  expect(await said('server 5.1.1234')).toBe('unclear')
  expect(await said('#5.1.1')).toBe('gone')
  expect(
    await meaning('550 5.1.1 <spam@blocked.quota.example>: User unknown', 'spam@blocked.quota.example'),
  ).toBe('gone')
})

test('markup, soft line breaks and signs that are not seen are left out', async () => {
  const html = `<style>.policy{}</style><div><p>&lt;<b>${ADDRESS}</b>&gt;: host said:<br>550 5.1.\u200b1 User unknown</p></div>`
  expect(await meaning(html)).toBe('gone')
  expect(await meaning(`<hello@north-work=\r\nshop.example>: 550 5.1.1 User unknown`)).toBe('gone')
})

test('long hostile texts are read in linear time', async () => {
  const size = 64 * 1024
  const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
  for (const text of [
    'a',
    '@',
    'a@',
    'a.',
    '<a ',
    '5.',
    '5.1.1',
    '550 ',
    '=\n',
    '\n\n',
    '> ',
    '<style>',
    'Final-Recipient:\n\n',
    'user ',
    'user a ',
    'адрес ',
    '--',
    '-- forwarded message\n',
    'Content-Type: multipart/mixed; boundary=a\n\n--a\n',
  ]) {
    const begin = process.cpuUsage()
    expect(typeof (await meaning(repeated(text))), text).toBe('string')
    expect(typeof (await meaning(`<${ADDRESS}>: 550 5.1.1 ${repeated(text)}`)), text).toBe('string')
    expect(process.cpuUsage(begin).user / 1_000, text).toBeLessThan(3_000)
  }
})
