import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Command, InvalidArgumentError } from 'commander'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { CSV_HEADER, csvLine } from '#local/demo/generate-csv.ts'
import { keepDemoTitles } from '#local/demo/keep-titles.ts'
import { loadGenerated } from '#local/demo/load-generated.ts'
import type { ImportRow } from '#server/features/import/row.ts'
import { checkFolder } from './check-folder.ts'
import { forecastImport } from '#server/features/import/forecast-import.ts'
import { showProgress, steadily } from './show-progress.ts'
import { withApp } from './with-database.ts'

interface Options {
  readonly channels: number
  readonly seed: number
  readonly names: 'believable' | 'statistical'
  readonly out?: string
  readonly titles?: boolean
}

/** Beyond this many, believable names would repeat. */
const MAX_PLAUSIBLE = 50_000

export function registerGenerate(program: Command): void {
  program
    .command('generate')
    .description('Generate made-up channels, for trials and measurements, and add them to the catalogue')
    .requiredOption('--channels <number>', 'how many channels', wholeNumber)
    .option('--seed <number>', 'the same seed generates the same channels', wholeNumber, 1)
    .option('--names <kind>', 'believable or statistical; by default, believable up to 50,000 channels')
    .option('--out <file>', 'write them to this CSV file instead (.csv or .csv.gz)')
    .option(
      '--titles',
      'also keep what the titles of their videos are about, for topics and similar channels',
    )
    .action(
      async ({
        channels,
        seed,
        names,
        out,
        titles = false,
      }: Partial<Options> & Pick<Options, 'channels' | 'seed'>) => {
        const kind = names ?? (channels <= MAX_PLAUSIBLE ? 'believable' : 'statistical')
        if (kind !== 'believable' && kind !== 'statistical')
          throw new Error('--names must be believable or statistical')
        const rows = generateChannels({ count: channels, seed, names: kind })
        if (out === undefined) await load(rows, channels, titles)
        else await write(rows, channels, out)
      },
    )
}

async function load(rows: Iterable<ImportRow>, total: number, withTitles: boolean): Promise<void> {
  await withApp(async (app) => {
    const progress = showProgress({ unit: 'channels' })
    const forecast = forecastImport(performance.now())
    const added = await loadGenerated(app, rows, {
      onlyIntoEmpty: false,
      onProgress(phase, done, touched) {
        const step = phase === 'generating' ? 'reading' : phase
        const progressOf = {
          phase: step,
          rows: done,
          touched,
          channels: 0,
          bytesRead: done,
          size: total,
        } as const
        forecast.note(progressOf, performance.now())
        progress.show({ phase, done, forecast: (now) => forecast.at(now) })
      },
    })
    if (withTitles) {
      const startedAt = performance.now()
      await keepDemoTitles(app, total, (done) =>
        progress.show({ phase: 'titles', done, forecast: steadily(done / total, startedAt) }),
      )
    }
    progress.end()
    process.stdout.write(`${added.toLocaleString('en')} channels added.\n`)
  })
}

async function write(rows: Iterable<ImportRow>, total: number, out: string): Promise<void> {
  checkFolder(out)
  const progress = showProgress({ unit: 'channels' })
  const startedAt = performance.now()
  function* lines(): Generator<string> {
    yield CSV_HEADER
    let piece = ''
    let done = 0
    for (const row of rows) {
      piece += csvLine(row)
      done++
      if (piece.length < 65_536) continue
      progress.show({ phase: 'writing', done, forecast: steadily(done / total, startedAt) })
      yield piece
      piece = ''
    }
    yield piece
  }
  const source = Readable.from(lines(), { objectMode: false, highWaterMark: 262_144 })
  const file = createWriteStream(out)
  if (out.endsWith('.gz')) await pipeline(source, createGzip({ level: 4 }), file)
  else await pipeline(source, file)
  progress.end()
  process.stdout.write(`${total.toLocaleString('en')} channels written to ${out}.\n`)
}

function wholeNumber(text: string): number {
  const digits = text.replaceAll('_', '')
  const number = Number(digits)
  if (!/^\d+$/.test(digits) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('It must be a whole number.')
  return number
}
