import { describe, expect, test } from 'vitest'
import { sourceHostOf, isHintedAt, maskAddress } from './mask-contact.ts'

/** What stands before the @ in real life: the channel's name, its site's, a person's, a task's, one letter, the longest. */
const NAMES = [
  'northworkshop',
  'north.workshop',
  'north-workshop.ru',
  'anna.petrova',
  'a.petrova',
  'info',
  'reklama',
  'a',
  'ok',
  'x1',
  'me+ads',
  'n'.repeat(64),
]

describe('the mask of an address', () => {
  test.each(['gmail.com', 'mail.ru', 'yandex.ru', 'bk.ru', 'outlook.com', 'proton.me'])(
    'at %s is the same whatever is before the @',
    (domain) => {
      expect(new Set(NAMES.map((name) => maskAddress(`${name}@${domain}`)))).toEqual(
        new Set([`\u2022\u2022\u2022@${domain}`]),
      )
    },
  )

  test.each([
    ['a domain named like the channel', 'north-workshop.ru'],
    ['the host of the source', 'annapetrova.com'],
    ['a person’s own domain', 'ivan-ivanov.me'],
    ['an agency’s', 'media-agency.agency'],
    ['a subdomain of a provider', 'mail.gmail.com'],
    ['throw-away mailboxes', 'mailinator.com'],
    ['a name that nobody can own', 'creator.example'],
  ])('is missing at %s', (_, domain) => {
    expect(NAMES.map((name) => maskAddress(`${name}@${domain}`))).toEqual(NAMES.map(() => null))
  })
})

test.each([
  ['north-workshop.ru', ['north-workshop.ru', 'Something else', null], true],
  ['north-workshop.ru', ['shop.north-workshop.ru', 'Something else', null], true],
  ['northshop.ru', ['youtube.com', 'NORTH Workshop', null], true],
  ['workshops.studio', ['youtube.com', 'Something', '@theworkshop'], true],
  ['masterskaya.ru', ['youtube.com', 'Северная мастерская', null], true],
  ['cafe-royale.fr', [null, 'Café Royale', null], true],
  ['abc.ru', ['youtube.com', 'Something else', null], true],
  ['talentbureau.com', ['youtube.com', 'North Workshop', '@northworkshop'], false],
  ['talentbureau.com', [null, 'North Workshop', null], false],
] as const)('%s beside %j can be guessed: %s', (domain, texts, isGuessable) => {
  expect(isHintedAt(domain, texts)).toBe(isGuessable)
})

test.each([
  ['https://www.north-workshop.ru/contacts?to=anna', 'north-workshop.ru'],
  ['http://user:word@site.example:8080/', 'site.example'],
  ['', null],
  ['mailto:anna@site.example', null],
  ['https://', null],
])('of %j the host is told: %s', (url, host) => {
  expect(sourceHostOf(url)).toBe(host)
})
