import { createHash, type Hash } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
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

/** The whole file is refused; the message tells the operator why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/** Encoding, format, delimiter and columns are detected in the first chunk. */
const CHUNK_BYTES = 256 * 1024
const SAMPLE_OBJECTS = 200

export interface OpenOptions {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
}

/** An open file, whose rows can be read once. Disposing it closes the file. */
export type OpenFile = Awaited<ReturnType<typeof openImportFile>>

/**
 * Opens a CSV or NDJSON file, plain or gzip, and detects how to read it.
 * @throws ImportRefused when it is neither, or empty
 */
export async function openImportFile(path: string, options: OpenOptions) {
  await using opened = new AsyncDisposableStack()
  const handle = opened.adopt(await openForReading(path), (file) => file.close())
  const stat = await handle.stat()
  if (!stat.isFile()) throw new ImportRefused('This is not a file.')
  const hash = createHash('sha256')
  const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES })
  const chunks = chunksOf(file, hash, await isGzip(handle))
  opened.defer(async () => void (await chunks.return()))
  const first = await chunks.next()
  const head = first.value ?? new Uint8Array()
  const encoding = options.encoding ?? detectEncoding(head)
  const layout = layoutOf(new TextDecoder(encoding).decode(head, { stream: true }), options.delimiter)
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
     * @throws ImportRefused when an archive is damaged
     */
    async read(sink: RecordSink, afterChunk: () => Promise<void>) {
      const decoder = new TextDecoder(encoding)
      const reader = layout.reader(sink)
      for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) {
        reader.push(decoder.decode(chunk.value, { stream: true }))
        await afterChunk()
      }
      reader.push(decoder.decode())
      reader.end()
      await afterChunk()
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'This file may not be read.',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    throw new ImportRefused(UNREADABLE[codeOf(error)] ?? 'This file cannot be opened.', { cause: error })
  }
}

async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  if (buffer.toString('latin1') === 'PK')
    throw new ImportRefused('This is a zip archive or an Excel workbook. Save it as CSV first.')
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
    throw new ImportRefused('The archive is damaged or cut off, so nothing of it was imported.', {
      cause: error,
    })
  }
}

interface Layout {
  readonly format: 'csv' | 'ndjson'
  readonly headers: readonly string[]
  reader(sink: RecordSink): RecordReader
}

/** @param head  the beginning of the file */
function layoutOf(head: string, given: Delimiter | undefined): Layout {
  const first = head.trimStart()
  if (first === '') throw new ImportRefused('The file is empty.')
  if (/^\[\s*[{[]/.test(first))
    throw new ImportRefused('This is one JSON list. One object a line (NDJSON) is needed.')
  if (first.startsWith('{')) {
    const objects = head.split('\n', SAMPLE_OBJECTS).map(flatObject)
    const headers = [...new Set(objects.flatMap((object) => [...(object?.keys() ?? [])]))]
    if (headers.length === 0) throw new ImportRefused('No line of it is a JSON object.')
    return { format: 'ndjson', headers, reader: (sink) => ndjsonReader(headers, sink) }
  }
  const delimiter = given ?? detectDelimiter(/[^\r\n]+/.exec(head)?.[0] ?? '')
  let headers: readonly string[] = []
  const onlyHeader = csvReader(delimiter, {
    header: (cells) => (headers = cells.map((cell) => cell.trim())),
    record: () => undefined,
    broken: () => undefined,
  })
  onlyHeader.push(head)
  onlyHeader.end()
  if (headers.length === 0) throw new ImportRefused('Its first line cannot be read as the names of columns.')
  if (headers.some((cell) => cell.includes('\0') || cell.length > 1_000))
    throw new ImportRefused('This is not a text file with columns.')
  return { format: 'csv', headers, reader: (sink) => csvReader(delimiter, sink) }
}

/** Encodings that files are read in; names as `TextDecoder` knows them. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'windows-1252'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * UTF-16 with a byte order mark, windows-1251, or UTF-8. Anything else counts as UTF-8 too: its rows with broken
 * characters are refused one by one, the others are read.
 */
export function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // The chunk may end in the middle of a letter.
  const text = new TextDecoder().decode(head, { stream: true })
  if (count(text, /\ufffd/g) * 20 <= text.length) return 'utf-8'
  // Western text has single non-ASCII letters, Cyrillic text has whole words of them.
  const cyrillic = new TextDecoder('windows-1251').decode(head)
  const words = (cyrillic.match(/[а-яё]{3,}/gi) ?? []).join('')
  return words.length * 2 > count(cyrillic, /[^\0-\x7f]/g) ? 'windows-1251' : 'utf-8'
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
