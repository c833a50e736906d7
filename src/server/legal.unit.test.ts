import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { CONSENT } from '#shared/legal/consent.ts'
import type { LegalText } from '#shared/legal/document.ts'
import { OFFER } from '#shared/legal/offer.ts'
import { PURPOSE } from '#shared/legal/purpose.ts'
import { TERMS } from '#shared/legal/terms.ts'
import { ANNOUNCED, LEGAL_FOLDER, REPLACED } from '#test/support/legal-versions.ts'
import { parseLegalText, readLegal } from './legal.ts'

/** A copy of the tests' folder, for files that are wrong. */
function copyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'legal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(LEGAL_FOLDER, folder, { recursive: true })
  return folder
}

it('reads announced and replaced versions beside the built ones, the newest first', () => {
  const { terms, purpose, consent, offer } = readLegal(LEGAL_FOLDER)
  expect(terms.map(({ date }) => date)).toEqual([ANNOUNCED, TERMS.date, REPLACED])
  expect(terms[1]).toBe(TERMS)
  expect(offer.map(({ date }) => date)).toEqual([ANNOUNCED, OFFER.date])
  expect([purpose, consent]).toEqual([[PURPOSE], [CONSENT]])
  expect(terms[0].texts.en).toEqual({
    title: 'Terms of the year 2099',
    description: 'Terms for tests that are announced.',
    lead: 'These terms of {seller} are announced. A line may be broken.',
    sections: [
      {
        title: '1. A paragraph and a list',
        text: [
          'Write to {email}:',
          [
            'a point;',
            'another point with [the policy](https://policies.google.com/privacy), which is broken, too.',
          ],
          'After the list.',
        ],
      },
      { title: '2. The end', text: ['Nothing more.'] },
    ],
  })
  expect(terms[0].texts.ru.title).toBe('Условия 2099 года')
})

it.each([
  'terms-2027-02-30x.en.md',
  'terms-2027-13-01.en.md',
  'rules-2027-01-01.en.md',
  'terms-2027-01-01.de.md',
])('names a file that is no version: %s', (name) => {
  const folder = copyFolder()
  writeFileSync(path.join(folder, name), '')
  expect(() => readLegal(folder)).toThrow(`${name} has no name like terms-2027-01-01.en.md`)
})

it('names a language that a version lacks, and a file in place of a version that the pages are built with', () => {
  const folder = copyFolder()
  rmSync(path.join(folder, `terms-${REPLACED}.ru.md`))
  expect(() => readLegal(folder)).toThrow(`terms-${REPLACED}.ru.md`)
  const twice = copyFolder()
  for (const language of LANGUAGES)
    cpSync(
      path.join(twice, `terms-${REPLACED}.${language}.md`),
      path.join(twice, `terms-${TERMS.date}.${language}.md`),
    )
  expect(() => readLegal(twice)).toThrow(`terms-${TERMS.date}`)
})

it.each([
  ['Title', 'its title'],
  ['# Title\n\nLead', 'its description'],
  ['# Title\n\n> Description', 'its first paragraph'],
  ['# Title\n\n> Description\n\nLead\n\nMore', 'a heading after "## " before "More"'],
])('names what a text lacks: %j', (markdown, lack) => {
  expect(() => parseLegalText(markdown, 'terms.md')).toThrow(`terms.md lacks ${lack}`)
})

it.each(Object.entries({ TERMS, PURPOSE, CONSENT, OFFER }))(
  '%s can move to Markdown once it is replaced',
  (_, { texts }) => {
    for (const language of LANGUAGES)
      expect(parseLegalText(toMarkdown(texts[language]), 'moved.md')).toEqual(texts[language])
  },
)

function toMarkdown({ title, description, lead, sections }: LegalText): string {
  const blocks = sections.flatMap((section) => [
    `## ${section.title}`,
    ...section.text.map((block) =>
      typeof block === 'string' ? block : block.map((point) => `- ${point}`).join('\n'),
    ),
  ])
  return [`# ${title}`, `> ${description}`, lead, ...blocks].join('\n\n')
}
