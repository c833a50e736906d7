import { describe, expect, it } from 'vitest'
import { en } from '#shared/i18n/en.ts'
import { ru } from '#shared/i18n/ru.ts'
import { countOf, foundText, totalOf } from './total.ts'
import type { Channel } from './use-results.ts'

const counted = (total: number | null, flags: Partial<Parameters<typeof totalOf>[0]> = {}) => ({
  total,
  totalIsCapped: false,
  totalIsEstimate: false,
  channels: [{} as Channel],
  hasMore: true,
  isCutOff: false,
  ...flags,
})
const written = (...given: Parameters<typeof counted>) =>
  [totalOf(counted(...given), en.search, 'en'), totalOf(counted(...given), ru.search, 'ru')].map((text) =>
    text.replace(/\s/gu, ' '),
  )

const LOADED = Array.from({ length: 43 }, () => ({}) as Channel)

describe('totalOf', () => {
  it('gives a counted total exactly, and a capped one as at least that', () => {
    expect(written(7_312)).toEqual(['7,312 channels', '7 312 каналов'])
    expect(written(10_000, { totalIsCapped: true })).toEqual(['10,000+ channels', 'Больше 10 000 каналов'])
  })

  it.each([
    [7_312, 'About 7,300 channels', 'Около 7 300 каналов'],
    [98, 'About 98 channels', 'Около 98 каналов'],
    [104, 'About 100 channels', 'Около 100 каналов'],
    [22, 'About 22 channels', 'Около 22 каналов'],
    [21, 'About 21 channels', 'Около 21 канала'],
    [1, 'About 1 channel', 'Около 1 канала'],
    [999_999, 'About 1,000,000 channels', 'Около 1 000 000 каналов'],
  ])('gives %i as an estimate of two digits', (total, english, russian) => {
    expect(written(total, { totalIsEstimate: true })).toEqual([english, russian])
  })

  it('counts what has loaded when that is more than the estimate, or all there is', () => {
    const flags = { totalIsEstimate: true, channels: LOADED }
    expect(written(12, flags)).toEqual(['About 43 channels', 'Около 43 каналов'])
    expect(written(90, flags)).toEqual(['About 90 channels', 'Около 90 каналов'])
    expect(written(90, { ...flags, hasMore: false })).toEqual(['43 channels', '43 канала'])
    expect(written(12, { ...flags, hasMore: false })).toEqual(['43 channels', '43 канала'])
  })

  it('calls the matches the best ones while there are more, even when they cannot be loaded', () => {
    const flags = { channels: LOADED, hasMore: false }
    expect(written(null, { channels: LOADED })).toEqual(['Top 43 matches', 'Лучшие совпадения: 43'])
    expect(written(null, flags)).toEqual(['43 matches', '43 совпадения'])
    expect(written(null, { ...flags, isCutOff: true })).toEqual(['Top 43 matches', 'Лучшие совпадения: 43'])
  })

  it('says that nothing fits only when everything has been searched', () => {
    const none = { channels: [] }
    expect(written(null, none)).toEqual(['Nothing found so far', 'Пока ничего не найдено'])
    expect(written(null, { ...none, hasMore: false })).toEqual(['No channels found', 'Каналы не найдены'])
  })
})

it('the number that a choice would find goes on in a sentence', () => {
  const ofBoth = (...given: Parameters<typeof counted>) =>
    [foundText(counted(...given), en.search, 'en'), foundText(counted(...given), ru.search, 'ru')].map(
      (text) => text.replace(/\s/gu, ' '),
    )
  expect(ofBoth(84)).toEqual(['84 channels', '84 канала'])
  expect(ofBoth(7_312, { totalIsEstimate: true })).toEqual(['about 7,300 channels', 'около 7 300 каналов'])
  expect(ofBoth(0, { channels: [], hasMore: false })).toEqual(['0 channels', '0 каналов'])
})

describe('countOf', () => {
  const short = (total: number | null, flags: Partial<Parameters<typeof countOf>[0]> = {}) =>
    countOf({ ...counted(total, flags), state: 'ready', ...flags }, 'en')

  it('is exact where all is loaded, otherwise at least what is known', () => {
    expect(short(null, { hasMore: false, channels: LOADED })).toBe('43')
    expect(short(null, { hasMore: false, channels: [] })).toBe('0')
    expect(short(null, { channels: LOADED })).toBe('43+')
    expect(short(null, { hasMore: false, channels: LOADED, isCutOff: true })).toBe('43+')
    expect(short(7_312)).toBe('7,312')
    expect(short(10_000, { totalIsCapped: true })).toBe('10,000+')
    expect(short(7_312, { totalIsEstimate: true })).toBe('~7,300')
  })

  it('is unknown until the group has answered, or when it only goes on', () => {
    for (const state of ['none', 'loading', 'error', 'offline'] as const) {
      expect(short(3, { state })).toBeNull()
    }
    expect(short(null, { channels: [] })).toBeNull()
    expect(short(3, { state: 'old' })).toBe('3')
  })
})
