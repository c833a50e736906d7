import { createRequire } from 'node:module'
import Fastify from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { inForceOn } from '#shared/legal/document.ts'
import { OFFER } from '#shared/legal/offer.ts'
import { readConfig } from '#server/config/config.ts'
import { BOLD, REGULAR, writeOffer } from '#server/features/payments/write-offer.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { serveOffer } from './serve-offer.ts'

/** Before the offer of 10 December 2026, after the one before it. */
const DAY = '2026-12-01'
const SELLER = { SELLER_NAME: 'ИП Образцов И. И.', SELLER_INN: '500100732259' }
/** The PDF libraries are large, and slow to load on a busy machine. */
const TIMEOUT = 120_000

let written: Buffer
beforeAll(async () => {
  written = await writeOffer(readConfig(SELLER), inForceOn(OFFER, DAY))
}, TIMEOUT)

it(
  'serves the offer in force as a PDF, the same bytes for the same settings',
  async () => {
    const fastify = Fastify()
    const clock = new TestClock(`${DAY}T09:00:00.000Z`)
    serveOffer(fastify, { config: readConfig(SELLER), clock })
    const answer = await fastify.inject('/offer.pdf')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.rawPayload.equals(written)).toBe(true)
    // Midnight in Moscow is at 21:00 UTC.
    clock.set('2026-12-09T20:59:59.000Z')
    expect((await fastify.inject('/offer.pdf')).rawPayload.equals(written)).toBe(true)
    // The next one can be read before it applies, as it will be then, and this one still after that.
    const announced = await fastify.inject('/offer.pdf?version=2026-12-10')
    expect(announced.rawPayload.equals(written)).toBe(false)
    expect((await fastify.inject('/offer.pdf?version=2020-01-01')).rawPayload.equals(written)).toBe(true)
    clock.set('2026-12-09T21:00:00.000Z')
    expect((await fastify.inject('/offer.pdf')).rawPayload.equals(announced.rawPayload)).toBe(true)
    const earlier = await fastify.inject(`/offer.pdf?version=${inForceOn(OFFER, DAY).date}`)
    expect(earlier.rawPayload.equals(written)).toBe(true)
    await fastify.close()
  },
  TIMEOUT,
)

it(
  'names the configured seller',
  async () => expect((await writeOffer(readConfig({}), inForceOn(OFFER, DAY))).equals(written)).toBe(false),
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
  const characters = new Set(LANGUAGES.flatMap((language) => [...JSON.stringify(OFFER[0].texts[language])]))
  const missing = [...characters].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!))
  expect(missing).toEqual([])
})
