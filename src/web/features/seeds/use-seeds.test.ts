import { describe, expect, it } from 'vitest'
import { readSeedList } from './seed-list.ts'
import { ALL_SEEDS, filterSeeds, type Seed } from './use-seeds.ts'

const checked = '2026-11-20T00:00:00Z'
const channel = (facts: Partial<NonNullable<Seed['channel']>>) =>
  ({ hasContact: false, lastUploadAt: null, uploadsCheckedAt: null, ...facts }) as Seed['channel']
const SEEDS = [
  { place: 1, state: 'found', channel: channel({ hasContact: true }) },
  { place: 2, state: 'ambiguous', channel: null },
  { place: 3, state: 'unknown', channel: null },
  {
    place: 4,
    line: 'four',
    state: 'ambiguous',
    channel: channel({ lastUploadAt: '2026-11-01T00:00:00Z', uploadsCheckedAt: checked }),
  },
  {
    place: 5,
    state: 'found',
    channel: channel({ lastUploadAt: '2026-04-01T00:00:00Z', uploadsCheckedAt: checked }),
  },
] as const satisfies readonly Partial<Seed>[]

const places = (filter: Partial<typeof ALL_SEEDS>) =>
  filterSeeds(SEEDS as unknown as readonly Seed[], { ...ALL_SEEDS, ...filter }).map(({ place }) => place)

describe('filterSeeds', () => {
  it('shows all lines, or those of one state; a line whose channel was chosen is found', () => {
    expect(places({})).toEqual([1, 2, 3, 4, 5])
    expect(places({ state: 'ambiguous' })).toEqual([2])
    expect(places({ state: 'found' })).toEqual([1, 4, 5])
    expect(places({ state: 'unknown' })).toEqual([3])
  })

  it('keeps a line in view for which a channel has just been chosen', () => {
    expect(places({ state: 'ambiguous', kept: new Set(['four']) })).toEqual([2, 4])
  })

  it('leaves channels without a contact, and inactive ones, out on request', () => {
    expect(places({ isWithContact: true })).toEqual([1])
    expect(places({ isActive: true })).toEqual([1, 4])
    expect(places({ isActive: true, state: 'found' })).toEqual([1, 4])
  })
})

describe('readSeedList', () => {
  it('reads what was stored, and nothing else', () => {
    const list = { text: 'a\nb', lines: ['a', 'b'], picks: { a: '1' } }
    expect(readSeedList(JSON.stringify(list))).toEqual(list)
    const none = { text: '', lines: [], picks: {} }
    for (const stored of [null, '', '[]', 'null', '{"text":1}', '{"text":"","lines":[1],"picks":{}}']) {
      expect(readSeedList(stored)).toEqual(none)
    }
  })
})
