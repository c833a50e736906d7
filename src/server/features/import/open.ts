import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  csvReader,
  type Delimiter,
  detectDelimiter,
  flatObject,
  ndjsonReader,
  type RecordReader,
  type RecordSink,
} from './records.ts'

/** The whole file cannot be imported; the message tells the operator why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

const CHUNK_BYTES = 256 * 1024
/** How much is read to detect encoding, format, delimiter and columns. */
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_OBJECTS = 200

export interface OpenOptions {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
}

/** An open file; its rows can be read once. Disposing it closes it. */
export interface OpenFile extends AsyncDisposable {
  readonly format: 'csv' | 'ndjson'
  readonly encoding: Encoding
  readonly headers: readonly string[]
  /** Size on disk, in bytes. */
  readonly size: number
  /** When the file was last written, milliseconds. */
  readonly modifiedAt: number
  /** Bytes on disk that were read so far. */
  bytesRead(): number
  /** SHA-256 of the whole file, hex; valid after `read`. */
  sha256(): string
  /**
   * Reads all rows. `breathe` is awaited after each chunk, so a slow receiver slows down the reading.
   * @throws ImportRefused when an archive is damaged
   */
  read(sink: RecordSink, breathe: () => Promise<void>): Promise<void>
}

/**
 * Opens a CSV or NDJSON file, plain or gzip, and detects how to read it.
 * @throws ImportRefused when it is neither, or empty
 */
export async function openImportFile(path: string, options: OpenOptions = {}): Promise<OpenFile> {
  const { size, mtimeMs, start } = await look(path)
  if (start.subarray(0, 2).toString('latin1') === 'PK')
    throw new ImportRefused('This is a zip archive or an Excel workbook. Save it as CSV first.')
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  const meter = byteMeter()
  const pieces = bytesOf(path, isGzip, meter.stream)
  const sample: Buffer[] = []
  let sampled = 0
  let isEnd = false
  while (sampled < SAMPLE_BYTES && !isEnd) {
    const { value, done } = await pieces.next()
    if (done === true) isEnd = true
    else sampled += sample.push(value) && value.length
  }
  const bytes = Buffer.concat(sample)
  const encoding = options.encoding ?? detectEncoding(bytes)
  const decoder = new TextDecoder(encoding)
  const text = decoder.decode(bytes, { stream: !isEnd })
  const layout = layoutOf(text, isEnd, options.delimiter)

  async function read(sink: RecordSink, breathe: () => Promise<void>): Promise<void> {
    const reader = layout.reader(sink)
    reader.push(text.slice(layout.start))
    await breathe()
    for (;;) {
      const { value, done } = await pieces.next()
      if (done === true) break
      reader.push(decoder.decode(value, { stream: true }))
      await breathe()
    }
    reader.push(decoder.decode())
    reader.end()
    await breathe()
  }

  return {
    format: layout.format,
    encoding,
    headers: layout.headers,
    size,
    modifiedAt: Math.trunc(mtimeMs),
    bytesRead: meter.bytes,
    sha256: meter.sha256,
    read,
    async [Symbol.asyncDispose]() {
      await pieces.return(undefined)
    },
  }
}

async function look(path: string): Promise<{ size: number; mtimeMs: number; start: Buffer }> {
  try {
    await using file = await open(path)
    const { size, mtimeMs } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return { size, mtimeMs, start: buffer.subarray(0, bytesRead) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new ImportRefused('There is no such file.')
    if (code === 'EISDIR') throw new ImportRefused('This is a folder, not a file.')
    if (code === 'EACCES') throw new ImportRefused('This file may not be read.')
    throw error
  }
}

function byteMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, bytes: () => bytes, sha256: () => hash.copy().digest('hex') }
}

async function* bytesOf(
  path: string,
  isGzip: boolean,
  meter: Transform,
): AsyncGenerator<Buffer, void, undefined> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  // Errors of the whole pipeline reach its last stream.
  const last = isGzip
    ? pipeline(file, meter, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : pipeline(file, meter, () => undefined)
  try {
    for await (const chunk of last) yield chunk as Buffer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_'))
      throw new ImportRefused('The archive is damaged or cut off, so nothing of it was imported.', {
        cause: error,
      })
    throw error
  }
}

interface Layout {
  readonly format: 'csv' | 'ndjson'
  readonly headers: readonly string[]
  /** Where the rows start in the sample. */
  readonly start: number
  reader(sink: RecordSink): RecordReader
}

function layoutOf(text: string, isWhole: boolean, delimiter: Delimiter | undefined): Layout {
  const first = text.trimStart()
  if (first === '') throw new ImportRefused('The file is empty.')
  if (first.startsWith('[') && /^\[\s*(?:\{|\[|$)/.test(first))
    throw new ImportRefused('This is one JSON list. One object a line (NDJSON) is needed.')
  if (first.startsWith('{')) {
    const headers = keysOf(text, isWhole)
    return { format: 'ndjson', headers, start: 0, reader: (sink) => ndjsonReader(headers, 1, sink) }
  }
  return csvLayout(text, delimiter)
}

function csvLayout(text: string, given: Delimiter | undefined): Layout {
  const newline = !text.includes('\n') && text.includes('\r') ? '\r' : '\n'
  // Excel writes the delimiter into a line of its own.
  const hint = /^sep=(.)\r?\n/i.exec(text)
  const start = hint?.[0].length ?? 0
  const line = hint === null ? 1 : 2
  const body = text.slice(start)
  const firstLine = /[^\r\n]+/.exec(body)?.[0] ?? ''
  const delimiter = given ?? hint?.[1] ?? detectDelimiter(firstLine)
  let header: { cells: string[]; line: number } | undefined
  const keepFirst: RecordSink = {
    record: (cells, at) => (header ??= { cells, line: at }),
    broken: () => undefined,
  }
  const headReader = csvReader({ delimiter, columns: undefined, line, newline }, keepFirst)
  headReader.push(body)
  headReader.end()
  const found = header
  if (found === undefined) throw new ImportRefused('Its first line cannot be read as the names of columns.')
  const headers = found.cells.map((cell) => cell.trim())
  if (headers.some((cell) => cell.includes('\0') || cell.length > 1_000))
    throw new ImportRefused('This is not a text file with columns.')
  return {
    format: 'csv',
    headers,
    start,
    reader: (sink) =>
      csvReader(
        { delimiter, columns: headers.length, line, newline },
        { ...sink, record: (cells, at) => (at === found.line ? undefined : sink.record(cells, at)) },
      ),
  }
}

/** The keys of the first objects, in order of appearance. */
function keysOf(text: string, isWhole: boolean): string[] {
  const lines = text.split('\n', SAMPLE_OBJECTS + 1)
  if (!isWhole && lines.length <= SAMPLE_OBJECTS && lines.length > 1) lines.pop()
  const keys = new Set<string>()
  for (const line of lines) {
    for (const key of flatObject(line)?.keys() ?? []) keys.add(key)
  }
  if (keys.size === 0) throw new ImportRefused('No line of it is a JSON object.')
  return [...keys]
}

/** Encodings that files are read in; names as `TextDecoder` knows them. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'windows-1252'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * Detects the encoding from the first bytes: by the byte order mark, else UTF-8, else windows-1251 when nearly all bytes
 * beyond ASCII are runs of its Cyrillic letters. A UTF-8 file with some broken bytes stays UTF-8.
 */
export function detectEncoding(sample: Uint8Array): Encoding {
  const bytes = Buffer.from(sample).toString('latin1')
  if (bytes.startsWith('\xff\xfe')) return 'utf-16le'
  if (bytes.startsWith('\xfe\xff')) return 'utf-16be'
  if (bytes.startsWith('\xef\xbb\xbf')) return 'utf-8'
  const pairs = bytes.slice(0, 4_096).match(/../gs) ?? []
  // UTF-16 without a byte order mark has zeros in every other place.
  const [even, odd] = [0, 1].map((at) => pairs.filter((pair) => pair[at] === '\0').length) as [number, number]
  if (pairs.length >= 8 && Math.max(even, odd) * 4 >= pairs.length)
    return odd > even ? 'utf-16le' : 'utf-16be'
  // The sample may end within a letter.
  const text = new TextDecoder().decode(sample, { stream: true })
  const broken = count(text, /\ufffd/g)
  const whole = count(text, /[^\0-\x7f\ufffd]/gu)
  return broken > whole && looksCyrillic(bytes) ? 'windows-1251' : 'utf-8'
}

// Western text has single letters beyond ASCII; Cyrillic text has whole words of them, mostly in lower case.
function looksCyrillic(bytes: string): boolean {
  const letters = count(bytes, /[\xc0-\xff\xa8\xb8\xb2\xb3\xbf]/g)
  const runs = count(bytes, /[\xc0-\xff\xa8\xb8\xb2\xb3\xbf]+/g)
  const others = count(bytes, /[\x80-\xff]/g) - letters
  return (
    letters >= runs * 2.5 &&
    others <= letters / 10 &&
    count(bytes, /[\xe0-\xff]/g) >= letters / 2 &&
    letters > 0
  )
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
