import { createHash, type Hash } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { findJsonRows, jsonRowReader, ndjsonReader } from './json-records.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import type { Encoding, FileFacts, FileProblem } from '#shared/rules/imports.ts'
import {
  csvReader,
  type Delimiter,
  detectDelimiter,
  HINT,
  type RecordReader,
  type RecordSink,
} from '#shared/rules/csv-records.ts'

/** The whole file is refused; the message tells the operator why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly code: FileProblem
  readonly facts: FileFacts

  constructor(code: FileProblem, facts: Partial<FileFacts> = {}, options?: ErrorOptions) {
    const all = { column: '', columns: '', ...facts }
    super(commandTexts.en.imports.files[code](all), options)
    this.code = code
    this.facts = all
  }
}

/** Encoding, format, delimiter and columns are detected in the first chunk. */
const CHUNK_BYTES = 256 * 1024
const SAMPLE_ROWS = 500

export interface OpenOptions {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
}

/** An open file, whose rows can be read once. Disposing it closes the file. */
export type OpenFile = Awaited<ReturnType<typeof openImportFile>>

/**
 * Opens a CSV or JSON file, plain or gzip, and detects how to read it.
 * @throws ImportRefused when it is neither, or empty
 */
export async function openImportFile(path: string, options: OpenOptions) {
  await using opened = new AsyncDisposableStack()
  const handle = opened.adopt(await openForReading(path), (file) => file.close())
  const stat = await handle.stat()
  if (!stat.isFile()) throw new ImportRefused('not_a_file')
  const hash = createHash('sha256')
  const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES })
  const chunks = chunksOf(file, hash, await isGzip(handle))
  opened.defer(async () => void (await chunks.return()))
  const first = await chunks.next()
  const head = first.value ?? new Uint8Array()
  const encoding = options.encoding ?? detectEncoding(head)
  const start = new TextDecoder(encoding).decode(head, { stream: true })
  const toLines = lineEnds(start)
  const layout = layoutOf(toLines(start), options.delimiter)
  const closing = opened.move()
  return {
    ...layout,
    /** Size on disk, in bytes. */
    size: stat.size,
    /** When the file was last written, milliseconds. */
    modifiedAt: Math.trunc(stat.mtimeMs),
    /** Bytes read from disk so far. */
    bytesRead: () => file.bytesRead,
    /** SHA-256 of the whole file, hex; valid after `read`. */
    sha256: () => hash.copy().digest('hex'),
    /**
     * Reads all rows. `afterChunk` is awaited after each chunk, so a slow receiver slows down reading.
     * @param headerLine  where the names of columns stand in a CSV file
     * @throws ImportRefused when an archive is damaged
     */
    async read(sink: RecordSink, headerLine: number, afterChunk: () => Promise<void>) {
      const decoder = new TextDecoder(encoding)
      const reader = layout.reader(sink, headerLine)
      for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) {
        reader.push(toLines(decoder.decode(chunk.value, { stream: true })))
        await afterChunk()
      }
      reader.push(toLines(decoder.decode()))
      reader.end()
      await afterChunk()
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

const UNREADABLE: Readonly<Record<string, FileProblem>> = { ENOENT: 'no_file', EACCES: 'not_readable' }

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    throw new ImportRefused(UNREADABLE[codeOf(error)] ?? 'not_opened', {}, { cause: error })
  }
}

async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  if (buffer.toString('latin1') === 'PK') throw new ImportRefused('archive')
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

async function* chunksOf(file: ReadStream, hash: Hash, isPacked: boolean) {
  async function* read(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of file) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  try {
    // An error anywhere in the pipeline reaches its last stream.
    const unpacked = isPacked ? pipeline(read, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : read()
    for await (const chunk of unpacked) yield chunk as Buffer
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw error
    throw new ImportRefused('damaged', {}, { cause: error })
  }
}

export interface SampleRow {
  readonly line: number
  readonly cells: readonly string[]
}

interface Layout {
  readonly format: 'csv' | 'json'
  /** Keys of JSON objects; more may come while the file is read. Null for CSV, whose header is one of the sample's rows. */
  readonly headers: string[] | null
  /** The first rows, as they are. */
  readonly sample: readonly SampleRow[]
  reader(sink: RecordSink, headerLine: number): RecordReader
}

/** A few programs end lines with U+2028, U+2029 or U+0085 alone; elsewhere these are part of the text. */
function lineEnds(head: string): (text: string) => string {
  const isOdd = !/[\r\n]/.test(head) && /[\u2028\u2029\u0085]/.test(head)
  return isOdd ? (text) => text.replace(/[\u2028\u2029\u0085]/g, '\n') : (text) => text
}

/** @param head  the beginning of the file */
function layoutOf(head: string, given: Delimiter | undefined): Layout {
  const first = head.trimStart()
  if (first === '') throw new ImportRefused('empty')
  if (first.startsWith('{') || /^\[\s*\{/.test(first)) {
    const rows = findJsonRows(first)
    const headers: string[] = []
    const reader = (sink: RecordSink) =>
      rows === null ? ndjsonReader(headers, sink) : jsonRowReader(rows, headers, sink)
    const sample = sampleOf(reader, head)
    if (sample.length === 0) throw new ImportRefused('no_objects')
    return { format: 'json', headers, sample, reader }
  }
  if (/^<(?:\?xml|!doctype|html|opml|table)\b/i.test(first)) throw new ImportRefused('markup')
  const delimiter = given ?? detectDelimiter(head)
  const sample = sampleOf((sink) => csvReader(delimiter, sink, null), head)
  const rows = HINT.test(head) ? sample.slice(1) : sample
  if (rows.length === 0) throw new ImportRefused('no_header')
  return {
    format: 'csv',
    headers: null,
    sample: rows,
    reader: (sink, headerLine) => csvReader(delimiter, sink, headerLine),
  }
}

function sampleOf(readerOf: (sink: RecordSink) => RecordReader, head: string): SampleRow[] {
  const sample: SampleRow[] = []
  const reader = readerOf({
    record: (cells, line) => void (sample.length < SAMPLE_ROWS && sample.push({ line, cells })),
    broken: () => undefined,
  })
  reader.push(head)
  reader.end()
  return sample
}

/**
 * UTF-16, UTF-8, or the encoding of an old program in which the text reads best. Of the last, East Asian ones have to be named
 * by the operator. Rows with broken characters are refused one by one, the others are read.
 */
export function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const wide = wideEncoding(head)
  if (wide !== null) return wide
  // The chunk may end in the middle of a letter.
  const text = new TextDecoder().decode(head, { stream: true })
  const broken = count(text, /\ufffd/g)
  if (broken === 0 || count(text, /[^\0-\x7f\ufffd]/g) > broken) return 'utf-8'
  const scores = READABLE.map(([encoding, alphabets]) => {
    const decoded = new TextDecoder(encoding).decode(head.subarray(0, 64 * 1024))
    return Math.max(...alphabets.map((alphabet) => readability(decoded, alphabet)))
  })
  const best = Math.max(...scores)
  return best > 0 ? READABLE[scores.indexOf(best)]![0] : 'utf-8'
}

/** UTF-16 without a mark: every second byte of its Latin letters, digits and signs is zero. */
function wideEncoding(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(head.length, 4_096); at++) if (head[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (
    Math.max(even, odd) * 20 < Math.min(head.length, 4_096) ||
    Math.min(even, odd) * 10 > Math.max(even, odd)
  )
    return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Letters beyond ASCII of languages, the most frequent first where that tells encodings apart. */
const RUSSIAN = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'
const UKRAINIAN = 'оаниітверслкдумпязьбгйчхцїжєшюфщґ’'
const WESTERN = ['äöüß', 'éèàêçâîôûùëïœ', 'áéíñóúü', 'ãçáéíóúâêôõà', 'àèéìòù', 'æøåéö', 'åäöé', 'ëïéèü']
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ']

/** In this order of equally good ones. */
const READABLE: readonly (readonly [Encoding, readonly string[]])[] = [
  ['windows-1251', [RUSSIAN, UKRAINIAN]],
  ['koi8-u', [RUSSIAN, UKRAINIAN]],
  ['ibm866', [RUSSIAN]],
  ['x-mac-cyrillic', [RUSSIAN, UKRAINIAN]],
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['windows-1254', ['çğıöşü']],
  ['macintosh', WESTERN],
]

/** How well the characters beyond ASCII fit a language: 1 when all are its letters where letters stand. */
function readability(text: string, alphabet: string): number {
  const isCyrillic = alphabet.includes('о')
  let [sum, characters] = [0, 0]
  for (const [at, sign] of [...text].entries()) {
    if (sign <= '\x7f') continue
    characters++
    const lower = sign.toLowerCase()
    const rank = alphabet.indexOf(lower)
    const before = text[at - 1] ?? ' '
    const isJoined = /\p{L}/u.test(before) || /\p{L}/u.test(text[at + 1] ?? ' ')
    // Capitals within words, and letters of the other script beside it, come from a wrong decoding.
    const isOdd = (lower !== sign && /\p{Ll}/u.test(before)) || (isCyrillic && /[a-z]/i.test(before))
    if (rank !== -1 && !isOdd)
      sum += isCyrillic ? (lower === sign ? 1 : 0.9) - (2 * rank) / alphabet.length : 1
    else if (/[\u00a0«»„“”‘’…–—№€°·•]/u.test(sign) && !isJoined) sum += 0.3
    else sum -= 1
  }
  return sum / characters
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
