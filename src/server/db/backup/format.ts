import { createHash } from 'node:crypto'

/**
 * A backup is gzip over lines of JSON. Data follows a line that says its length, so no content can be taken for a line:
 *
 *     header · for each table: {"table"}, ({"bytes":n} n bytes)*, {"rows","sha256"} · {"jobs"} · {"sequences"} · {"end":true}
 *
 * The bytes of a table are rows of PostgreSQL's COPY text format, the same in all its versions.
 */
export const FORMAT = 1

export interface BackupHeader {
  readonly product: 'channelbook'
  readonly format: number
  /** ISO 8601 */
  readonly createdAt: string
  /** Names of the migrations that the schema was made by, in order. */
  readonly migrations: readonly string[]
  /** In an order in which every row finds what it refers to. */
  readonly tables: readonly BackupTable[]
  /** What the application's secret is known by; `null` when none was made yet. The secret itself is never in here. */
  readonly secretFingerprint: string | null
}

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** A waiting job of the queue; its data is sealed with the application's secret. */
export interface BackupJob {
  readonly name: string
  readonly id: string
  readonly data: object
  readonly priority: number
  /** ISO 8601 */
  readonly startAfter: string
}

export interface BackupSequence {
  readonly name: string
  readonly lastValue: string
}

/** The file is no whole backup: cut short, changed, or something else. */
export class DamagedBackup extends Error {}

/** A line that opens, describes or closes something. */
export function line(content: object): Buffer {
  return Buffer.from(`${JSON.stringify(content)}\n`)
}

/** Counts rows and hashes bytes as they pass; writer and reader must come to the same. */
export function createTally() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk: Buffer): void {
      hash.update(chunk)
      // In the text format a newline within a value is escaped, so each one ends a row.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1
    },
    result: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Reads lines and counted bytes from a stream of chunks. */
export function createBackupReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const next = await source.next()
    if (next.done === true) throw new DamagedBackup('it ends too early')
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value])
  }

  return {
    /** The next line's content, which the caller must not trust further than it checks. */
    async line(): Promise<Record<string, unknown>> {
      let end = buffer.indexOf(10)
      while (end === -1) {
        await more()
        end = buffer.indexOf(10)
      }
      const text = buffer.subarray(0, end).toString()
      buffer = buffer.subarray(end + 1)
      try {
        return JSON.parse(text) as Record<string, unknown>
      } catch {
        throw new DamagedBackup('it has a line that cannot be read')
      }
    },
    /** The next `count` bytes, in pieces as they come. */
    async *bytes(count: number): AsyncGenerator<Buffer> {
      let left = count
      while (left > 0) {
        if (buffer.length === 0) await more()
        const piece = buffer.subarray(0, left)
        buffer = buffer.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
    /** Reads to the very end, where the compression's own checksum is compared, and finds nothing more. */
    async finish(): Promise<void> {
      const next = buffer.length === 0 ? await source.next() : undefined
      if (next?.done !== true) throw new DamagedBackup('it goes on after its end')
    },
  }
}

export type BackupReader = ReturnType<typeof createBackupReader>
