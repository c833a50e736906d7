import { audiencesOf, CONTENT_TYPES, contentTypesOf, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { emailProblem } from '#shared/rules/email.ts'
import { describe, expect, it } from 'vitest'
import { DEMO_CHANNELS, DEMO_SEED } from './load-generated.ts'
import { monogram, slugOf } from './names.ts'
import { GENERATED_AT, generateChannels } from './generate-channels.ts'
import { isMangled, isNoName } from '#server/features/catalogue/clean-text.ts'
import { parseHandle } from '#server/platforms/named-channels.ts'
import { parseThumbnail } from '#server/platforms/pictures.ts'
import { demoThumbnail } from './thumbnails.ts'

const demo = [...generateChannels({ count: DEMO_CHANNELS, seed: DEMO_SEED, names: 'believable' })]

describe('the demo catalogue', () => {
  it('has 20,000 channels with unique names, handles and ids', () => {
    expect(demo).toHaveLength(20_000)
    expect(new Set(demo.map(({ name }) => name)).size).toBe(20_000)
    expect(new Set(demo.map(({ platformId }) => platformId)).size).toBe(20_000)
    const handles = demo.map(({ handle }) => handle).filter((handle) => handle !== null)
    expect(new Set(handles).size).toBe(handles.length)
    expect(handles.every((handle) => parseHandle(`@${handle}`, { bare: false }) === handle)).toBe(true)
  })

  it('has channels in every range of subscribers, fewer in larger ones, and some unknown', () => {
    const sizes = SUBSCRIBER_RANGES.map(
      ({ min, max }) =>
        demo.filter(({ subscribers: s }) => s !== null && s >= min && s < (max ?? Infinity)).length,
    )
    expect(Math.min(...sizes)).toBeGreaterThan(20)
    expect(sizes[0]).toBeGreaterThan(sizes[2] ?? 0)
    const unknown = demo.filter(({ subscribers }) => subscribers === null).length
    expect(unknown).toBeGreaterThan(200)
    expect(unknown).toBeLessThan(2_000)
  })

  it('has every content type and every single audience, often several, in both languages', () => {
    for (const type of CONTENT_TYPES) {
      for (const language of ['ru', 'en']) {
        const found = demo.filter(
          (row) => row.language === language && contentTypesOf(row.contentTypes).includes(type),
        )
        expect([type, language, found.length > 80]).toEqual([type, language, true])
      }
    }
    expect(new Set(demo.map(({ audiences }) => audiences)).size).toBeGreaterThan(9)
    expect(demo.some(({ audiences }) => audiencesOf(audiences).length === 5)).toBe(true)
  })

  it('has Cyrillic, Latin, East Asian and emoji names', () => {
    const share = (pattern: RegExp) =>
      demo.filter(({ name }) => pattern.test(name ?? '')).length / demo.length
    expect(share(/\p{sc=Cyrl}/u)).toBeGreaterThan(0.4)
    expect(share(/^[\p{sc=Latn}\p{N}\p{P}\p{S}\s]+$/u)).toBeGreaterThan(0.4)
    expect(share(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u)).toBeGreaterThan(0.04)
    expect(share(/\p{Extended_Pictographic}/u)).toBeGreaterThan(0.03)
  })

  it('has contacts for six in ten, at reserved domains, with sources at such domains', () => {
    const contacts = demo.map((row) => row.contacts).filter((found) => found !== null)
    expect(contacts.length / demo.length).toBeCloseTo(0.6, 1)
    const isReserved = (domain: string) => /(?:^|\.)example\.(?:com|net|org)$/.test(domain)
    const isGood = (address: string) =>
      emailProblem(address) === null && isReserved(address.replace(/^.*@/, ''))
    expect(contacts.flatMap(({ addresses }) => addresses).filter((address) => !isGood(address))).toEqual([])
    const isSound = ({ sourceUrl, firstSeenAt, lastSeenAt }: (typeof contacts)[number]) =>
      isReserved(new URL(sourceUrl).hostname) && firstSeenAt <= lastSeenAt && lastSeenAt <= GENERATED_AT
    expect(contacts.filter((contact) => !isSound(contact))).toEqual([])
  })

  it('has no outside links: no channel pages, and only our own pictures', () => {
    const isOurs = ({ platformId, url, thumbnailUrl }: (typeof demo)[number]) =>
      /^UCdemo\w{18}$/.test(platformId ?? '') &&
      url === null &&
      (thumbnailUrl === null || parseThumbnail(thumbnailUrl, []) === thumbnailUrl)
    expect(demo.filter((row) => !isOurs(row))).toEqual([])
  })
})

describe('generated channels', () => {
  it('are the same for the same seed, and the first of a longer list', () => {
    for (const names of ['believable', 'statistical'] as const) {
      const few = [...generateChannels({ count: 50, seed: 9, names })]
      expect([...generateChannels({ count: 80, seed: 9, names })].slice(0, 50)).toEqual(few)
      expect([...generateChannels({ count: 50, seed: 10, names })]).not.toEqual(few)
    }
  })

  it('have names that import accepts, in widely used scripts', () => {
    const rows = [...generateChannels({ count: 20_000, seed: 4, names: 'statistical' })]
    expect(rows.filter(({ name }) => name === null || isNoName(name) || isMangled(name))).toEqual([])
    const share = (pattern: RegExp) =>
      rows.filter(({ name }) => pattern.test(name ?? '')).length / rows.length
    expect(share(/\p{sc=Cyrl}/u)).toBeCloseTo(0.27, 1)
    expect(share(/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}]/u)).toBeCloseTo(0.11, 1)
    expect(share(/\p{Extended_Pictographic}/u)).toBeCloseTo(0.08, 1)
  })
})

describe('monograms, handles and pictures', () => {
  it.each([
    ['Семья Кудрявцевых', 'СК', /^semya\.kudryavtsevyh$/],
    ['The Quiet Kettle 🎮', 'QK', /^the\.quiet\.kettle$/],
    ['猫の部屋', '猫', /^c[a-z0-9]{3,}$/],
    ['X', 'X', /^c[a-z0-9]{2,}$/],
  ])('%s', (name, letters, slug) => {
    expect(monogram(name)).toBe(letters)
    expect(slugOf(name)).toMatch(slug)
  })

  it('are drawn reproducibly, and differ from one another', () => {
    const pictures = demo
      .slice(0, 200)
      .map(({ platformId, name }) => demoThumbnail(platformId ?? '', monogram(name ?? '')))
    expect(new Set(pictures).size).toBe(200)
    expect(demoThumbnail('UCdemo1', 'AB')).toBe(demoThumbnail('UCdemo1', 'AB'))
    for (const picture of pictures) {
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^]*<\/svg>$/)
      expect(picture).not.toMatch(/NaN|undefined|<script|href|style=/)
      expect(picture.length).toBeLessThan(6_000)
    }
  })
})
