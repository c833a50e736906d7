import { describe, expect, it } from 'vitest'
import { bannedWords } from '#test/support/banned-words.ts'
import { LANGUAGES } from '../i18n/messages.ts'
import { PATHS } from '../paths.ts'
import { ALLOWANCE, PACKAGES } from '../rules/uses.ts'
import { CONSENT } from './consent.ts'
import { inForceOn, type LegalText, type LegalVersions, partsOf, versionOf } from './document.ts'
import { OFFER } from './offer.ts'
import { PURPOSE } from './purpose.ts'
import { describeSeller } from './seller.ts'
import { TERMS } from './terms.ts'

const DOCUMENTS: Readonly<Record<string, LegalVersions>> = { TERMS, PURPOSE, CONSENT, OFFER }

const sentencesOf = ({ lead, sections }: LegalText) => [lead, ...sections.flatMap(({ text }) => text).flat()]

describe.each(Object.entries(DOCUMENTS))('%s', (_, versions) => {
  it('has its versions by date, the newest first', () => {
    const dates = versions.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted().toReversed())
  })

  it('says the same in every language, part by part', () => {
    for (const { texts } of versions) {
      const shapes = LANGUAGES.map((language) =>
        texts[language].sections.map(({ text }) =>
          text.map((paragraph) => (typeof paragraph === 'string' ? marksOf(paragraph) : paragraph.length)),
        ),
      )
      expect(shapes[1]).toEqual(shapes[0])
    }
  })

  it.each(LANGUAGES)('avoids the words of banned-words.ts: %s', (language) => {
    const banned = bannedWords(language, 'legal')
    const { title, description, ...current } = versions[0].texts[language]
    const found = [
      title,
      description,
      ...current.sections.map((section) => section.title),
      ...sentencesOf(versions[0].texts[language]),
    ].flatMap((sentence) => banned(sentence).map((word) => `${word}: ${sentence}`))
    expect(found).toEqual([])
  })

  it('links only to existing pages and to https URLs', () => {
    const targets = versions.flatMap(({ texts }) =>
      LANGUAGES.flatMap((language) => sentencesOf(texts[language]).flatMap(marksOf)),
    )
    const wrong = targets.filter(
      (target) =>
        !(target in PATHS) && !['seller', 'email'].includes(target) && !target.startsWith('https://'),
    )
    expect(wrong).toEqual([])
  })
})

function marksOf(sentence: string): string[] {
  return partsOf(sentence).flatMap((part) =>
    part.kind === 'text' ? [] : [part.kind === 'link' ? part.target : part.kind],
  )
}

it('an earlier version is found by its date; an unknown date leads to the version in force', () => {
  const texts = TERMS[0].texts
  const versions: LegalVersions = [
    { date: '2027-01-01', announced: '2026-12-20', texts },
    { date: '2026-11-22', texts },
  ]
  expect(versionOf(versions, '2026-11-22', '2027-01-01')).toBe(versions[1])
  expect(versionOf(versions, '2027-01-01', '2026-12-31')).toBe(versions[0])
  expect(versionOf(versions, '2020-01-01', '2027-01-01')).toBe(versions[0])
  expect(versionOf(versions, null, '2026-12-31')).toBe(versions[1])
})

it('an announced version is in force from its day on, and not before, whatever the day of the build', () => {
  const texts = TERMS[0].texts
  const versions: LegalVersions = [
    { date: '2027-01-01', announced: '2026-12-20', texts },
    { date: '2026-11-22', texts },
  ]
  expect(inForceOn(versions, '2026-12-31')).toBe(versions[1])
  expect(inForceOn(versions, '2027-01-01')).toBe(versions[0])
  expect(inForceOn(versions, '2026-01-01')).toBe(versions[1])
  expect(inForceOn(versions, null)).toBe(versions[1])
  expect(inForceOn([{ date: '2027-01-01', texts }], null).date).toBe('2027-01-01')
})

it('the terms state what they must', () => {
  const words = sentencesOf(TERMS[0].texts.en).join('\n')
  for (const statement of [
    'Nothing of it is kept longer than 3 years after the deletion',
    'Your data is not sold',
    'We use cookies',
    'Analytics are our own',
    'Money is returned only for technical errors',
    'Bought uses never expire',
    'This policy may change',
  ])
    expect(words).toContain(statement)
})

it('the offer names every package at its price', () => {
  for (const language of LANGUAGES) {
    const sentences = sentencesOf(OFFER[0].texts[language])
    for (const { name, uses, price } of PACKAGES) {
      const offered = sentences.find((sentence) => new RegExp(String.raw`^${name}[\s:]`).test(sentence))
      expect(offered).toContain(String(price))
      expect(offered).toContain(name === 'Business' ? String(ALLOWANCE.uses) : String(uses))
    }
  }
})

it('sentences are split at their marks', () => {
  expect(partsOf('By {seller}, see [the terms](terms).')).toEqual([
    { kind: 'text', text: 'By ' },
    { kind: 'seller' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'the terms', target: 'terms' },
    { kind: 'text', text: '.' },
  ])
})

it('the seller is described by the details that are set', () => {
  const known = {
    name: 'Example LLC',
    inn: '5001007322',
    ogrn: null,
    address: 'Moscow, Street 1',
    phone: null,
  }
  expect(describeSeller(known, 'en')).toBe('Example LLC, INN 5001007322, address: Moscow, Street 1')
  expect(describeSeller(known, 'ru')).toBe('Example LLC, ИНН 5001007322, адрес: Moscow, Street 1')
  expect(describeSeller({ ...known, name: null }, 'en')).toContain('trial')
})
