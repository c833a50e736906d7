import { expect, test } from 'vitest'
import { boughtContacts } from '#shared/i18n/server-texts.ts'
import { STAGES } from '#shared/rules/cards.ts'
import { withFormula, withoutFormula } from '#shared/rules/spreadsheets.ts'
import { findColumns, findDayOrder, readCurrency, readDates, readPrice, readStage } from './read-cells.ts'

test('columns are found by the words of both languages and the names of the API, in any place and case', () => {
  const places = (...header: string[]) => Object.fromEntries(findColumns(header))
  expect(places('Price', 'Whatever', ' channel id ', 'STATUS')).toEqual({ price: 0, channelId: 2, status: 3 })
  expect(places('Заметка', 'Идентификатор канала', 'ВЕДЁТ')).toEqual({ note: 0, channelId: 1, owner: 2 })
  expect(places('nextStepOn', 'stage', 'version')).toEqual({ nextStepOn: 0, status: 1, version: 2 })
  expect(places('Note', 'Note')).toEqual({ note: 0 })
})

test('stages are read in both languages and as the API names them', () => {
  for (const stage of STAGES) {
    for (const { purchases } of Object.values(boughtContacts)) {
      expect(readStage(` ${purchases.statuses[stage].toUpperCase()} `)).toBe(stage)
    }
    expect(readStage(stage)).toBe(stage)
  }
  for (const word of ['', 'nearly', 'Found it', 'constructor']) expect(readStage(word)).toBeUndefined()
})

test.each([
  ['1500', 1_500],
  ['1500.5', 1_500.5],
  ['1500,50', 1_500.5],
  ['0', 0],
  ['0,99', 0.99],
  ['1 500', 1_500],
  ['1\u00a0500,5', 1_500.5],
  ['1\u202f500\u202f000,25', 1_500_000.25],
  ['1,500', 1_500],
  ['1.500', 1_500],
  ['1,500.50', 1_500.5],
  ['1.500,50', 1_500.5],
  ['1’500.50', 1_500.5],
  ['1,500,000', 1_500_000],
  ['1500.500', 1_500.5],
])('%s is an amount', (text, amount) => {
  expect(readPrice(text)).toEqual({ amount })
})

test.each([
  ['1 500 ₽', 1_500, 'RUB'],
  ['1500,50 руб.', 1_500.5, 'RUB'],
  ['$1,500', 1_500, 'USD'],
  ['€ 20', 20, 'EUR'],
  ['300 KZT', 300, 'KZT'],
])('of %s the currency is read too', (text, amount, currency) => {
  expect(readPrice(text)).toEqual({ amount, currency })
})

test.each([
  '',
  '-5',
  'free',
  '1e3',
  '1,2345',
  '12,34,56',
  '1.500.50',
  '1 50 0',
  '1500 monkeys',
  '1-2',
  '2026-05-01',
  '1000000001',
])('%s is no amount', (text) => expect(readPrice(text)).toBeUndefined())

test('currencies are read by code and sign', () => {
  expect(['rub', ' EUR ', '₸', '₽'].map(readCurrency)).toEqual(['RUB', 'EUR', 'KZT', 'RUB'])
  expect(['XXX', 'euro', ''].map(readCurrency)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['2026-12-31', ['2026-12-31']],
  ['2026-12-31T00:00:00.000Z', ['2026-12-31']],
  ['2026-12-31 00:00:00', ['2026-12-31']],
  ['31.12.2026', ['2026-12-31']],
  ['1.2.2026', ['2026-02-01']],
  ['31.12.2026 0:00', ['2026-12-31']],
  ['12/31/2026', ['2026-12-31']],
  ['31/12/2026', ['2026-12-31']],
  ['5/5/2026', ['2026-05-05']],
  ['1/2/2026', ['2026-02-01', '2026-01-02']],
  ['46387', ['2026-12-31']],
  ['46387.5', ['2026-12-31']],
  ['2026-02-30', []],
  ['31.02.2026', []],
  ['12345', []],
  ['99999', []],
  ['tomorrow', []],
  ['2026-12-31 or later', []],
  ['1/2', []],
  ['', []],
])('%s may mean %j', (text, dates) => {
  expect(readDates(text, undefined)).toEqual(dates)
})

test('a date with slashes is read in the order that others of its column show', () => {
  expect(findDayOrder(['1/2/2026', '12/31/2026'])).toBe('month first')
  expect(findDayOrder(['1/2/2026', '', '31/12/2026'])).toBe('day first')
  expect(findDayOrder(['1/2/2026', '31/12/2026', '12/31/2026'])).toBeUndefined()
  expect(readDates('1/2/2026', 'month first')).toEqual(['2026-01-02'])
  expect(readDates('1/2/2026', 'day first')).toEqual(['2026-02-01'])
})

test('the apostrophe that an export put before a formula goes, any other stays', () => {
  for (const text of ['=1+1', '+7 900', '-', '@ann', '\tx', '＝1'])
    expect(withFormula(withoutFormula(text))).toBe(text)
  for (const text of ["'quoted'", "'", 'plain', "''=1"]) expect(withFormula(text)).toBe(text)
})
