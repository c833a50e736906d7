/**
 * Similar channels: how often they are right, on a file of real videos, and how long they take, on a generated catalogue
 * with words. Run:
 * `node_modules/.bin/node bench/similarity.ts [--only quality,latency] [--file VIDEOS.csv.gz] [--channels 1000000]
 * [--keep FOLDER]`
 */
import { parseArgs } from 'node:util'
import { percent, print } from './print-figures.ts'
import { measureLatency } from './similarity-latency.ts'
import { measureQuality, readVideos } from './similarity-quality.ts'

const FILE = new URL('../../shared/data/videos_trending_daily_2020-08_11countries.csv.gz', import.meta.url)

async function printQuality(file: string): Promise<void> {
  const quality = await measureQuality(await readVideos(file))
  print(`${quality.channels} channels, ${quality.halves} of them with two videos or more`)
  print(
    `${''.padEnd(34)}${'titles'.padStart(10)}${'and names'.padStart(10)}${'chance'.padStart(10)}${'names only'.padStart(12)}`,
  )
  const rows = [
    ['the other half among ten', quality.otherHalf],
    ['same category among ten', quality.category],
    ['same country among ten', quality.country],
  ] as const
  for (const [name, shares] of rows) {
    const cells = shares.map((share) => (share === null ? '-' : percent(share)).padStart(10))
    print(`${name.padEnd(34)}${cells.join('')}`)
  }
  print(`answers with ten channels: ${percent(quality.full)}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'quality,latency' },
      file: { type: 'string', default: FILE.pathname },
      channels: { type: 'string', default: '1000000' },
      keep: { type: 'string' },
    },
  })
  const parts = values.only.split(',')
  if (parts.includes('quality')) await printQuality(values.file)
  if (parts.includes('latency')) await measureLatency(Number(values.channels), values.keep)
}

await main()
