import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOfOneMessage, meaningOf, readBounce } from './read-bounce.ts'

const ADDRESS = 'hello@north-workshop.example'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/bounces/${name}.txt`, import.meta.url), 'utf8')

async function meaning(text: string, address = ADDRESS): Promise<string> {
  const reading = await readBounce(text, address)
  return typeof reading === 'string' ? reading : meaningOf(reading)
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
  ['mail-ru', null, 'unclear'],
  ['delayed-source', '4.4.1', 'temporary'],
  ['blocked', '5.7.1', 'policy'],
  ['full', '5.2.2', 'unclear'],
  ['several-fields', '5.7.26', 'policy'],
  ['several-words', '4.3.0', 'temporary'],
] as const)('%s has the code %s and means %s', async (name, code, expected) => {
  const reading = await readBounce(fixture(name), ADDRESS)
  expect(reading).toMatchObject({ code })
  expect(await meaning(fixture(name))).toBe(expected)
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

test('what reports no failure is not read as one', async () => {
  for (const text of [
    '',
    'It did not work',
    `I wrote to ${ADDRESS} and got no answer.`,
    fixture('delivered'),
  ])
    expect(await meaning(text), text).toBe('unreadable')
})

test('IP addresses, versions and amounts are no codes', async () => {
  const said = (words: string) => meaning(`<${ADDRESS}>: host 5.1.1.7 said: 550 ${words}`)
  expect(await said('relay 4.1.2.3 refused')).toBe('unclear')
  expect(await said('server 15.1.1')).toBe('unclear')
  expect(await said('server 5.1.1234')).toBe('unclear')
  expect(await said('#5.1.1')).toBe('gone')
  expect(await said('5.1.8 bad sender')).toBe('unclear')
})

test('markup, soft line breaks and signs that are not seen are left out', async () => {
  const html = `<div><p>&lt;<b>${ADDRESS}</b>&gt;: host said:<br>550 5.1.\u200b1 User unknown</p></div>`
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
    '<a ',
    '5.',
    '5.1.1',
    '=\n',
    '\n\n',
    'Final-Recipient:\n\n',
    'user ',
    '--',
    'Content-Type: multipart/mixed; boundary=a\n\n--a\n',
  ])
    expect(typeof (await meaning(repeated(text))), text).toBe('string')
})

test.each([
  ['postfix-source', true],
  ['gmail-en', true],
  ['gmail-ru', true],
  ['outlook-en', true],
  ['yandex-ru', true],
  ['exim', false],
  ['qmail', false],
  ['mail-ru', false],
])('whether %s could be said of no other email: %s', async (name, expected) => {
  const reading = await readBounce(fixture(name), ADDRESS)
  expect(typeof reading === 'object' && isOfOneMessage(reading.said, ADDRESS)).toBe(expected)
})

test.each([
  [`<${ADDRESS}>: host mx-01-front7.north-workshop.example said: 550 5.1.1 User unknown`, false],
  [`${ADDRESS}: 550 5.1.1 see https://help.example/no-such-user-2026-page`, false],
  [`${ADDRESS}: 550 5.1.1 [2001:db8:12:34::25] User unknown`, false],
  [`${ADDRESS}: 550 5.1.1 User unknown (3F2A9C01B2)`, true],
  [`${ADDRESS}: 550 5.1.1 no such user w6si1234567pgm.42 - gsmtp`, true],
  [`24 Nov 2026 09:12 ${ADDRESS}: 550 5.1.1 User unknown`, true],
  [`${ADDRESS}: 550 5.1.1 User unknown ${'1a'.repeat(30_000)}`, false],
])('sentences of one email have a time or a name of their own: %#', (said, expected) => {
  expect(isOfOneMessage(said, ADDRESS)).toBe(expected)
})
