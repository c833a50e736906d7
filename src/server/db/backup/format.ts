/**
 * A backup is gzip over lines of JSON. Data follows a line that says its length, so no content can be taken for a line:
 *
 *     header · for each table: {"table"}, ({"bytes":n} n bytes)*, {"sha256"} · {"jobs"} · {"sequences"} · {"end":true}
 *
 * The bytes of a table are rows of PostgreSQL's COPY text format, the same in all its versions.
 */
export const FORMAT = 1

export interface BackupHeader {
  readonly product: 'channelbook'
  readonly format: number
  /** ISO 8601 */
  readonly createdAt: string
  /** Names of the migrations that created the schema, in order. */
  readonly migrations: readonly string[]
  /** Ordered so that every row follows the rows that it refers to. */
  readonly tables: readonly BackupTable[]
  /** Fingerprint of the application's secret; `null` when there was none yet. The secret itself is never included. */
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

/** The file is not a complete backup: truncated, changed, or something else. */
export class DamagedBackup extends Error {}

/** Reads lines and counted bytes from a stream of chunks. */
export function createBackupReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const next = await source.next()
    if (next.done === true) throw new DamagedBackup('it ends too early')
    buffer = Buffer.concat([buffer, next.value])
  }

  async function bytes(count: number): Promise<Buffer> {
    while (buffer.length < count) await more()
    const found = buffer.subarray(0, count)
    buffer = buffer.subarray(count)
    return found
  }

  return {
    bytes,
    /** The content of the next line; untrusted until the caller has checked it. */
    async line(): Promise<Record<string, unknown>> {
      while (!buffer.includes(10)) await more()
      const text = (await bytes(buffer.indexOf(10) + 1)).toString()
      try {
        return JSON.parse(text) as Record<string, unknown>
      } catch {
        throw new DamagedBackup('it has a line that cannot be read')
      }
    },
    /** Reads to the end, where gzip verifies its own checksum. */
    async finish(): Promise<void> {
      if (buffer.length > 0 || (await source.next()).done !== true)
        throw new DamagedBackup('it goes on after its end')
    },
  }
}

export type BackupReader = ReturnType<typeof createBackupReader>
