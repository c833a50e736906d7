import { fc } from '#test/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { findJsonRows, flatObjects, jsonRowReader, ndjsonReader } from './json-records.ts'
import { detectEncoding } from './open.ts'
import { csvReader, detectDelimiter, type RecordReader, type RecordSink } from '#shared/rules/csv-records.ts'

interface Read {
  records: [line: number, ...cells: string[]][]
  broken: [line: number, problem: string][]
}

function readWith(open: (sink: RecordSink) => RecordReader, pieces: readonly string[]): Read {
  const read: Read = { records: [], broken: [] }
  const reader = open({
    record: (cells, line) => read.records.push([line, ...cells]),
    broken: (problem, line) => read.broken.push([line, problem]),
  })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return read
}

/** Rows of two columns. Their header, line 0, is not among the pieces. */
const readCsv = (pieces: readonly string[]) => {
  const { records, broken } = readWith((sink) => csvReader(',', sink), ['x,y\n', ...pieces])
  const rebased = <T>([line, ...rest]: [number, ...T[]]): [number, ...T[]] => [line - 1, ...rest]
  return { records: records.map(rebased), broken: broken.map(rebased) }
}

describe('CSV', () => {
  it('may have quotes, doubled quotes, delimiters and newlines in cells, any newline, and none at the end', () => {
    expect(readCsv(['a,b\r\n"x,1","y\n""2"""\n\n"q" ,\r\nlast,row'])).toEqual({
      records: [
        [1, 'a', 'b'],
        [2, 'x,1', 'y\n"2"'],
        [5, 'q', ''],
        [6, 'last', 'row'],
      ],
      broken: [],
    })
  })

  it('keeps quotes inside a plain cell', () => {
    expect(readCsv(['5" screen,b\n']).records).toEqual([[1, '5" screen', 'b']])
  })

  it('tolerates extra empty cells, and missing ones but the first two', () => {
    expect(readCsv(['a,b,,\n', 'a,b,c\n', 'a\n', ',,,,\n'])).toEqual({
      records: [[1, 'a', 'b'], [4, '', '']], // biome-ignore format: pairs
      broken: [
        [2, 'wrong number of columns'],
        [3, 'wrong number of columns'],
      ],
    })
  })

  it('loses one line to a broken quote, however the rest of the file ends', () => {
    expect(readCsv(['"open,1\nb,2\nc,3\n'])).toEqual({
      records: [[2, 'b', '2'], [3, 'c', '3']], // biome-ignore format: pairs
      broken: [[1, 'unclosed quote']],
    })
    expect(readCsv(['"open,1\nb,"2"\nc,3\n'])).toEqual({
      records: [[2, 'b', '2'], [3, 'c', '3']], // biome-ignore format: pairs
      broken: [[1, 'text after a closing quote']],
    })
  })

  it('reads the same in any chunks', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '"', '""', ',', '\n', '\r\n', ' ', '🎮', 'xyz'), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, fc.array(fc.nat(80)), (parts, cuts) => {
        const whole = parts.join('')
        const pieces: string[] = []
        let start = 0
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          pieces.push(whole.slice(start, Math.max(start, cut)))
          start = Math.max(start, cut)
        }
        expect(readCsv([...pieces, whole.slice(start)])).toEqual(readCsv([whole]))
      }),
      { numRuns: 500 },
    )
  })

  it('round-trips', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'я', '😀') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = rows
          .map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\n')
        expect(readCsv([text]).records.map(([, ...cells]) => cells)).toEqual(rows)
      }),
    )
  })

  it.each([
    ['a,b,c', ','],
    ['a;b;c', ';'],
    ['a\tb\tc', '\t'],
    ['a|b', '|'],
    ['"x;y;z",b', ','],
    ['alone', ','],
    ['sep=;\na,b;c', ';'],
    ['A title, with commas\na;b;c\n1,5;2;3\n', ';'],
    ['a,b\nx;y,1\nz;w,2\n', ','],
  ])('%j has the delimiter %j', (line, delimiter) => expect(detectDelimiter(line)).toBe(delimiter))
})

describe('NDJSON', () => {
  it('turns nested objects into columns and lists into cells', () => {
    expect(
      flatObjects('{"snippet":{"title":"A"},"tags":["x","y",{"z":1}],"n":1.5,"no":null,"yes":true}'),
    ).toEqual([
      new Map([
        ['snippet title', 'A'],
        ['tags', 'x,y'],
        ['tags z', '1'],
        ['n', '1.5'],
        ['yes', 'true'],
      ]),
    ])
  })

  it('reads line by line, and rejects broken lines alone', () => {
    const open = (sink: RecordSink) => ndjsonReader(['name'], sink)
    expect(readWith(open, ['{"name":"A"}\n{"na', 'me":"B"}\n\nbroken\n{"x":1}'])).toEqual({
      records: [
        [1, 'A'],
        [2, 'B'],
        [5, '', '1'],
      ],
      broken: [[4, 'not a JSON object']],
    })
  })
})

describe('JSON that is not one object a line', () => {
  const rows = [{ name: 'A "b" \\', tags: [{ x: '}' }] }, { name: '[C]' }]
  it.each([
    ['list', JSON.stringify(rows, null, 1)],
    ['list in object', JSON.stringify({ kind: 'items', thumbnails: [{ url: 'x' }], items: rows }, null, 1)],
    ['objects', rows.map((row) => JSON.stringify(row, null, 1)).join('\n')],
  ] as const)('is read from its %s, in any chunks', (where, text) => {
    expect(findJsonRows(text)).toBe(where)
    const open = (sink: RecordSink) => jsonRowReader(where, ['name'], sink)
    for (let cut = 0; cut <= text.length; cut++) {
      const { records, broken } = readWith(open, [text.slice(0, cut), text.slice(cut)])
      expect([records.map(([, name]) => name), broken]).toEqual([['A "b" \\', '[C]'], []])
    }
  })

  it('that is cut off loses its last object', () => {
    const text = JSON.stringify(rows).slice(0, -3)
    const { records, broken } = readWith((sink) => jsonRowReader('list', ['name'], sink), [text])
    expect([records.length, broken]).toEqual([1, [[1, 'not a JSON object']]])
  })

  it('is not what has an object in each line', () => {
    expect(findJsonRows('{"name":"A"}\n{"name":"B"}\n')).toBeNull()
    expect(findJsonRows('{"na\n{"name":"B"}\n')).toBeNull()
  })
})

describe('line ends', () => {
  it.each(['\n', '\r\n', '\r'])('%j are read the same in any chunks', (end) => {
    const text = ['a,b', '"x', 'y",c', 'd,e'].join(end)
    for (let cut = 0; cut <= text.length; cut++)
      expect(readCsv([text.slice(0, cut), text.slice(cut)]).records).toEqual([
        [1, 'a', 'b'],
        [2, 'x\ny', 'c'],
        [4, 'd', 'e'],
      ])
  })
})

describe('encodings', () => {
  const windows1251 = (text: string) =>
    Uint8Array.from([...text], (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 128 ? code : code - 0x350
    })

  it.each([
    ['ASCII', Buffer.from('name,subs\nA,1\n'), 'utf-8'],
    ['UTF-8', Buffer.from('имя,число\nПривет,1\n'), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\ufeffname\n'), 'utf-8'],
    [
      'UTF-8 with broken bytes',
      Buffer.concat([Buffer.from('имя\nПривет всем\n'.repeat(4)), Buffer.from([0xff, 0xc0])]),
      'utf-8',
    ],
    ['UTF-8 cut within a letter', Buffer.from('имя').subarray(0, 5), 'utf-8'],
    ['UTF-16, little end first', Buffer.from('\ufeffname\nПривет', 'utf16le'), 'utf-16le'],
    ['windows-1251', windows1251('имя;число\nпривет всем читателям;1\n'), 'windows-1251'],
    ['Latin-1', Buffer.from('nom\nCafé crème brûlée à la carte\n', 'latin1'), 'windows-1252'],
  ])('%s', (_, bytes, encoding) => expect(detectEncoding(bytes)).toBe(encoding))
})
