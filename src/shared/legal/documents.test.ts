import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readLegal } from '#server/legal.ts'
import { bannedWords } from '#test/support/banned-words.ts'
import { LANGUAGES } from '../i18n/messages.ts'
import { PATHS } from '../paths.ts'
import { ALLOWANCE, PACKAGES } from '../rules/uses.ts'
import { inForceOn, type LegalText, partsOf, type Versions, versionOf } from './document.ts'
import { OFFER } from './offer.ts'
import { describeSeller } from './seller.ts'
import { TERMS } from './terms.ts'

/** The built versions, and those beside them. */
const PUBLISHED = readLegal(readConfig({}).legalFolder)

const sentencesOf = ({ lead, sections }: LegalText) => [lead, ...sections.flatMap(({ text }) => text).flat()]

describe.each(Object.entries(PUBLISHED))('%s', (_, versions) => {
  it('says the same in every language, part by part', () => {
    for (const { texts } of versions) {
      const shapes = LANGUAGES.map((language) =>
        texts[language].sections.map(({ text }) =>
          text.map((paragraph) =>
            typeof paragraph === 'string' ? marksOf(paragraph) : paragraph.map(marksOf),
          ),
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

const [ANNOUNCED, FIRST] = [{ date: '2027-01-01' }, { date: '2026-11-22' }]
const VERSIONS: Versions<{ readonly date: string }> = [ANNOUNCED, FIRST]

it('any version is found by its date; an unknown date leads to the version in force', () => {
  expect(versionOf(VERSIONS, '2026-11-22', '2027-01-01')).toBe(FIRST)
  expect(versionOf(VERSIONS, '2027-01-01', '2026-12-31')).toBe(ANNOUNCED)
  expect(versionOf(VERSIONS, '2020-01-01', '2027-01-01')).toBe(ANNOUNCED)
  expect(versionOf(VERSIONS, null, '2026-12-31')).toBe(FIRST)
})

it('an announced version is in force from its day on, and not before', () => {
  expect(inForceOn(VERSIONS, '2026-12-31')).toBe(FIRST)
  expect(inForceOn(VERSIONS, '2027-01-01')).toBe(ANNOUNCED)
  expect(inForceOn(VERSIONS, '2026-01-01')).toBe(FIRST)
})

it('the terms state what they must', () => {
  const words = sentencesOf(TERMS.texts.en).join('\n')
  for (const statement of [
    'Nothing of it is kept longer than 3 years after the deletion',
    'Your data is not sold',
    'We use cookies',
    'Analytics are our own',
    'Refunds are given only for technical errors',
    'Bought uses never expire',
    'This policy may change',
  ])
    expect(words).toContain(statement)
})

it('the offer names every package at its price', () => {
  for (const language of LANGUAGES) {
    const sentences = sentencesOf(OFFER.texts[language])
    for (const { name, uses, price } of PACKAGES) {
      const offered = sentences.find((sentence) => new RegExp(String.raw`^${name}[\s:]`).test(sentence))
      expect(offered).toContain(new Intl.NumberFormat(language).format(price))
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
