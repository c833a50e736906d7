import { createReadStream } from 'node:fs'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { LineOutcome } from '#shared/rules/imports.ts'

type Page = CommandOutput<'imports lines'>
export type ImportLine = Page['rows'][number]

interface Wanted {
  readonly outcome?: LineOutcome | undefined
  /** A place in the file, as `next` of the page before. */
  readonly after: number
  readonly limit: number
}

/** A page of the file that `writeLines` wrote. @throws the error of the file system when it is not there */
export async function readLines(path: string, { outcome, after, limit }: Wanted): Promise<Page> {
  const rows: ImportLine[] = []
  let place = after
  for await (const bytes of eachLine(path, after)) {
    if (rows.length === limit) return { rows, next: String(place) }
    place += bytes.length + 1
    const line = parseLine(bytes.toString())
    if (outcome === undefined || line.outcome === outcome) rows.push(line)
  }
  return { rows, next: null }
}

/** The lines of a file from a byte on, without their ends. */
export async function* eachLine(path: string, start = 0): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    let from = 0
    for (let end; (end = bytes.indexOf(10, from)) !== -1; from = end + 1) yield bytes.subarray(from, end)
    rest = bytes.subarray(from)
  }
}

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' }

/** The text format of COPY. */
export function parseLine(text: string): ImportLine {
  const cells = text
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign),
    )
  const [line, outcome, reason, sameAs, channel, name, changed] = cells
  const number = (cell: string | null | undefined) => (cell == null ? null : Number(cell))
  return {
    line: Number(line),
    outcome: outcome as LineOutcome,
    reason: (reason ?? null) as ImportLine['reason'],
    sameAs: number(sameAs),
    channel: number(channel),
    name: name ?? null,
    changed: changed?.split(',').filter((fact) => fact !== '') ?? [],
  }
}
