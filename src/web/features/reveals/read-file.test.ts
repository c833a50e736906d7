import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readFileRows } from './read-file.ts'

const ROWS = [
  ['Канал', 'Цена', 'Заметка'],
  ['Ёлка', '1500,50', 'две\nстроки; "в кавычках"'],
]
const TEXT = 'Канал;Цена;Заметка\r\nЁлка;1500,50;"две\nстроки; ""в кавычках"""\r\n'
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['as it is', utf8(TEXT)],
  ['with a mark for UTF-8', utf8(`\ufeff${TEXT}`)],
  ['with a hint at its separator', utf8(`sep=;\r\n${TEXT}`)],
  ['separated by tabs, as Unicode text', Buffer.from(`\ufeff${TEXT.replace(/;(?! )/g, '\t')}`, 'utf16le')],
  ['with line ends of a Macintosh', utf8(TEXT.replaceAll('\r\n', '\r'))],
])('a CSV file %s is read', async (_, bytes) => {
  expect(await readFileRows(bytes, 'en')).toEqual(ROWS)
})

test('without a mark, the encoding is that of the reader’s spreadsheets', async () => {
  const cyrillic = Uint8Array.from([0xca, 0xe0, 0xed, 0xe0, 0xeb, 0x3b, 0xb8])
  expect(await readFileRows(cyrillic, 'ru')).toEqual([['Канал', 'ё']])
  expect(await readFileRows(Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x2c, 0x80]), 'en')).toEqual([
    ['café', '€'],
  ])
})

test('a quote that is never closed costs its own line only', async () => {
  expect(await readFileRows(utf8('id,note\na,"open\nb,fine'), 'en')).toEqual([
    ['id', 'note'],
    ['a,"open'],
    ['b', 'fine'],
  ])
})

test('of a workbook the first sheet is read, numbers and dates as they are', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Cards',
        columns: [{ width: 10 }, { width: 10 }, { width: 12, numFmt: 'yyyy-mm-dd' }, { width: 10 }],
        rows: [
          ['id', 1500.5, new Date('2026-12-31T00:00:00Z'), true],
          [null, 46387, null, "'x"],
        ],
      },
      { name: 'Other', rows: [['no']] },
    ],
  })
  expect(await readFileRows(new Uint8Array(bytes), 'en')).toEqual([
    ['id', '1500.5', '2026-12-31', 'true'],
    ['', '46387', '', "'x"],
  ])
  await expect(readFileRows(utf8('PK no workbook'), 'en')).rejects.toThrow()
})
