import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { Refusal } from '#server/refusal.ts'
import { addRun, completeUpload, findRun } from './runs.sql.ts'

/** What is kept of an upload and its import, on the server that received it. */
export function filesOf(
  { dataDir }: Pick<Config, 'dataDir'>,
  run: { readonly id: number; readonly fileName: string },
) {
  const folder = join(dataDir, 'imports', String(run.id))
  return { folder, file: join(folder, 'file', run.fileName), lines: join(folder, 'lines.tsv') }
}

interface Piece {
  /** Null in the first piece. */
  readonly run: number | null
  readonly fileName: string
  /** Of the whole file, in bytes. */
  readonly size: number
  /** Where this piece begins. */
  readonly offset: number
  readonly bytes: Buffer
}

/** Bytes of a name: file systems take 255, and what is kept of refused rows has a longer one. */
const NAME_MAX = 220

/**
 * Adds a piece to a file that is uploaded; the same piece may come twice.
 * @returns the file's number, and how much of it is here
 * @throws Refusal invalid_input; not_found, changed_meanwhile: it is whole, or a piece before is missing
 */
export async function uploadPiece(
  app: App,
  { run, fileName, size, offset, bytes }: Piece,
): Promise<{ readonly run: number; readonly received: number }> {
  if (offset + bytes.length > size) throw new Refusal('invalid_input', { fields: { data: 'too_long' } })
  if (Buffer.byteLength(fileName) > NAME_MAX)
    throw new Refusal('invalid_input', { fields: { fileName: 'too_long' } })
  const id = run ?? (await addRun(app.db, { fileName, size, now: app.clock.now() }))
  const known = await findRun(app.db, id)
  if (known === null) throw new Refusal('not_found')
  if (known.state !== 'uploading' || known.size !== size) throw new Refusal('changed_meanwhile')
  const { folder, file } = filesOf(app.config, known)
  if (run === null) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'file'), { recursive: true, mode: 0o700 })
  }
  const flags = constants.O_WRONLY | (run === null ? constants.O_CREAT | constants.O_EXCL : 0)
  await using opened = await openPiece(file, flags)
  if ((await opened.stat()).size < offset) throw new Refusal('changed_meanwhile')
  await opened.write(bytes, 0, bytes.length, offset)
  const received = (await opened.stat()).size
  if (received === size) await completeUpload(app.db, id)
  return { run: id, received }
}

async function openPiece(file: string, flags: number) {
  try {
    return await open(file, flags, 0o600)
  } catch (error) {
    // The pieces before are on another server.
    throw new Refusal('changed_meanwhile', { cause: error })
  }
}
