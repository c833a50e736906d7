import { expect, it } from 'vitest'
import type { CardRecord } from './card-records.ts'
import { contestedOf } from './change-cards.ts'
import { ALL_CARDS, byStage, filterCards, readAmount, readTags, selectInPlace } from './filter-cards.ts'

const anna = { userId: 1, username: 'Anna' }
const CARD = {
  channelId: 'a',
  channel_name: 'Кухня Анны',
  stage: 'found',
  note: '',
  tags: [],
  nextStepOn: null,
  price: null,
  owner: null,
  version: 1,
} as unknown as CardRecord

const cards: readonly CardRecord[] = [
  CARD,
  {
    ...CARD,
    channelId: 'b',
    channel_name: 'Speedrun',
    note: 'Кухня для May',
    nextStepOn: '2026-11-20',
    owner: anna,
  },
  {
    ...CARD,
    channelId: 'c',
    channel_name: 'Trips',
    tags: ['May', 'кухня'],
    nextStepOn: '2026-12-01',
    stage: 'booked',
  },
]

it.each([
  [{ text: ' кухня ' }, 'abc'],
  [{ text: 'MAY' }, 'bc'],
  [{ text: 'speedrun', stage: 'booked' as const }, ''],
  [{ stage: 'booked' as const }, 'c'],
  [{ owner: 1 }, 'b'],
  [{ owner: 'none' as const }, 'ac'],
  [{ tag: 'May' }, 'c'],
  [{ isDue: true }, 'b'],
  [{}, 'abc'],
])('filters by %j', (filter, expected) => {
  const found = filterCards(cards, { ...ALL_CARDS, ...filter }, '2026-11-27')
  expect(found.map(({ channelId }) => channelId).join('')).toBe(expected)
})

it('keeps a card where it was while it is changed, and takes new ones in', () => {
  const first = new Map<string, CardRecord>()
  const found = (all: readonly CardRecord[]) => all.filter(({ stage }) => stage === 'found')
  expect(selectInPlace(cards, first, found).map(({ channelId }) => channelId)).toEqual(['a', 'b'])
  const changed = [{ ...CARD, stage: 'replied' as const }, ...cards.slice(1), { ...CARD, channelId: 'd' }]
  const shown = selectInPlace(changed, first, found)
  expect(shown.map(({ channelId, stage }) => `${channelId} ${stage}`)).toEqual([
    'a replied',
    'b found',
    'd found',
  ])
})

it('puts cards into the columns of all stages', () => {
  const columns = byStage(cards)
  expect([...columns.keys()]).toHaveLength(8)
  expect(columns.get('found')).toHaveLength(2)
  expect(columns.get('never')).toEqual([])
})

it('reads tags and amounts as people type them', () => {
  expect(readTags(' May,  big  brand ,May,,')).toEqual(['May', 'big brand'])
  expect(['', '1500', '1 500,50', '1,500.5', '1.500,25', '10,000', '0.99', '12,5'].map(readAmount)).toEqual([
    null,
    1500,
    1500.5,
    1500.5,
    1500.25,
    10_000,
    0.99,
    12.5,
  ])
  expect(['a lot', '-5', '1,2,3,4', '1.5.5', '15 EUR'].map(readAmount)).toEqual(Array(5).fill(Number.NaN))
})

it('asks only about what both have set differently', () => {
  const theirs = { ...CARD, stage: 'contacted' as const, note: 'Hello', version: 2 }
  expect(contestedOf(CARD, theirs, { note: 'Mine', tags: ['x'] })).toEqual(['note'])
  expect(contestedOf(CARD, theirs, { stage: 'contacted' })).toEqual([])
  expect(contestedOf(CARD, { ...theirs, owner: anna }, { ownerId: null })).toEqual(['ownerId'])
  expect(contestedOf(CARD, theirs, { tags: ['x'], nextStepOn: null })).toEqual([])
})
