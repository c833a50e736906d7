import { createRequire } from 'node:module'
import Fastify from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { OFFER } from '#shared/legal/offer.ts'
import { readConfig } from '#server/config/config.ts'
import { BOLD, REGULAR, writeOffer } from '#server/features/payments/write-offer.ts'
import { readLegal } from '#server/legal.ts'
import { ANNOUNCED, LEGAL_FOLDER, REPLACED } from '#test/support/legal-versions.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { serveLegal } from './serve-legal.ts'

const legal = readLegal(LEGAL_FOLDER)
const SELLER = { SELLER_NAME: 'ИП Образцов И. И.', SELLER_INN: '500100732259' }
/** The PDF libraries are large, and slow to load on a busy machine. */
const TIMEOUT = 120_000

let written: Buffer
beforeAll(async () => {
  written = await writeOffer(readConfig(SELLER), OFFER)
}, TIMEOUT)

it(
  'serves the offer in force as a PDF, the same bytes for the same settings',
  async () => {
    const fastify = Fastify()
    const clock = new TestClock(`${OFFER.date}T09:00:00.000Z`)
    serveLegal(fastify, { config: readConfig(SELLER), clock, legal })
    const answer = await fastify.inject('/offer.pdf')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.rawPayload.equals(written)).toBe(true)
    // Midnight in Moscow is at 21:00 UTC.
    clock.set('2098-12-31T20:59:59.000Z')
    expect((await fastify.inject('/offer.pdf')).rawPayload.equals(written)).toBe(true)
    // The next one can be read before it applies, as it will be then, and this one still after that.
    const announced = await fastify.inject(`/offer.pdf?version=${ANNOUNCED}`)
    expect(announced.rawPayload.equals(written)).toBe(false)
    expect((await fastify.inject('/offer.pdf?version=2020-01-01')).rawPayload.equals(written)).toBe(true)
    clock.set('2098-12-31T21:00:00.000Z')
    expect((await fastify.inject('/offer.pdf')).rawPayload.equals(announced.rawPayload)).toBe(true)
    const earlier = await fastify.inject(`/offer.pdf?version=${OFFER.date}`)
    expect(earlier.rawPayload.equals(written)).toBe(true)
    await fastify.close()
  },
  TIMEOUT,
)

it('serves every version of a document to its page, and no other', async () => {
  await using fastify = Fastify()
  serveLegal(fastify, { config: readConfig(SELLER), clock: new TestClock(), legal })
  for (const version of legal.terms) {
    const answer = await fastify.inject(`/legal/terms/${version.date}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, version])
  }
  for (const path of [`/legal/offer/${REPLACED}`, '/legal/terms/2099-01-02', '/legal/toString/name'])
    expect((await fastify.inject(path)).statusCode).toBe(404)
})

it(
  'names the configured seller',
  async () => expect((await writeOffer(readConfig({}), OFFER)).equals(written)).toBe(false),
  TIMEOUT,
)

it('has two pages in each language', () => {
  expect(written.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2 * LANGUAGES.length)
})

it.each([
  ['regular', REGULAR],
  ['bold', BOLD],
])('is set in a %s font that has every character of its text', (_weight, file) => {
  // The font library of pdfkit; it has no types.
  const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as {
    openSync(path: string): { hasGlyphForCodePoint(codePoint: number): boolean }
  }
  const font = fontkit.openSync(file)
  const characters = new Set(LANGUAGES.flatMap((language) => [...JSON.stringify(OFFER.texts[language])]))
  const missing = [...characters].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!))
  expect(missing).toEqual([])
})
