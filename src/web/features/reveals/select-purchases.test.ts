import { describe, expect, it } from 'vitest'
import { ALL_PURCHASES, isServerOrder, selectInPlace, selectPurchases } from './select-purchases.ts'
import type { PurchaseRecord } from './purchase-records.ts'

let lastId = 0
function purchase(channel_name: string, email: string | null = null): PurchaseRecord {
  lastId += 1
  return {
    transaction_id: lastId,
    channelId: `channel-${lastId}`,
    channel_name,
    email,
    withheld: email === null ? 'gone' : null,
    thumbnail: null,
    source: null,
    lastSeenAt: null,
    url: null,
    boughtAt: '2026-01-01T00:00:00.000Z',
    subsCount: null,
    content_type: '',
    country: null,
    status: 'found',
    note: '',
    version: 1,
  }
}

const records = [
  purchase('Яблочный пирог', 'pie@example.com'),
  { ...purchase('channel 10', 'ten@example.com'), status: 'booked' as const },
  { ...purchase('Channel 9', 'nine@example.com'), status: 'contacted' as const },
  { ...purchase('Ёлка'), note: 'Write again in May' },
]
const names = (selection: Partial<typeof ALL_PURCHASES>) =>
  selectPurchases(records, { ...ALL_PURCHASES, ...selection }, 'ru').map(({ channel_name }) => channel_name)

describe('selected purchases', () => {
  it('are all of them, newest first, without a selection', () => {
    expect(names({})).toEqual(records.map(({ channel_name }) => channel_name))
  })

  it('contain the text in their name, address or note, in any case', () => {
    expect(names({ text: ' ПИРОГ ' })).toEqual(['Яблочный пирог'])
    expect(names({ text: 'NINE@' })).toEqual(['Channel 9'])
    expect(names({ text: 'channel' })).toEqual(['channel 10', 'Channel 9'])
    expect(names({ text: 'in may' })).toEqual(['Ёлка'])
    expect(names({ text: 'nothing' })).toEqual([])
  })

  it('contain an internationalised domain as it is shown and as it is stored', () => {
    const list = [purchase('North', 'info@xn--80a1acny.example')]
    for (const text of ['@Почта', 'xn--80a'])
      expect(selectPurchases(list, { ...ALL_PURCHASES, text }, 'ru')).toHaveLength(1)
  })

  it('have the chosen status', () => {
    expect(names({ status: 'booked' })).toEqual(['channel 10'])
    expect(names({ status: 'found' })).toEqual(['Яблочный пирог', 'Ёлка'])
    expect(names({ status: 'found', text: 'may' })).toEqual(['Ёлка'])
    expect(names({ status: 'declined' })).toEqual([])
  })

  it('stay in their places while they are worked on, and are chosen anew by the next selection', () => {
    const selection = { ...ALL_PURCHASES, status: 'found', sort: 'status' } as const
    const first = new Map<number, PurchaseRecord>()
    const select = (now: readonly PurchaseRecord[], seen = first) =>
      selectInPlace(now, selection, 'ru', seen).map(({ channel_name, status }) => [channel_name, status])
    expect(select(records)).toEqual([
      ['Яблочный пирог', 'found'],
      ['Ёлка', 'found'],
    ])
    const worked = records.map((record) =>
      record.channel_name === 'Ёлка' ? record : { ...record, status: 'replied' as const },
    )
    const added = [purchase('Newest'), ...worked]
    expect(select(added)).toEqual([
      ['Newest', 'found'],
      ['Яблочный пирог', 'replied'],
      ['Ёлка', 'found'],
    ])
    expect(select(added.filter(({ channel_name }) => channel_name !== 'Newest'))).toHaveLength(2)
    expect(select(added, new Map())).toEqual([
      ['Newest', 'found'],
      ['Ёлка', 'found'],
    ])
  })

  it('are in the chosen order, names in alphabetical order', () => {
    expect(names({ sort: 'oldest' })[0]).toBe('Ёлка')
    expect(names({ sort: 'name' })).toEqual(['Ёлка', 'Яблочный пирог', 'Channel 9', 'channel 10'])
    expect(names({ sort: 'status' })).toEqual(['Яблочный пирог', 'Ёлка', 'Channel 9', 'channel 10'])
  })
})

it("needs all purchases for anything but the server's order", () => {
  expect(isServerOrder({ ...ALL_PURCHASES, text: ' ' })).toBe(true)
  expect(isServerOrder({ ...ALL_PURCHASES, text: 'a' })).toBe(false)
  expect(isServerOrder({ ...ALL_PURCHASES, status: 'found' })).toBe(false)
  expect(isServerOrder({ ...ALL_PURCHASES, sort: 'name' })).toBe(false)
})
