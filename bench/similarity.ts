/**
 * Similar channels: how often they are right, on a file of real videos, and how long they take, on a generated catalogue
 * with words. Run:
 * `node_modules/.bin/node bench/similarity.ts [--videos VIDEOS.csv.gz] [--channels 1000000] [--keep FOLDER]`
 * `readVideos` tells what the file has; without one only the times are measured.
 */
import { parseArgs } from 'node:util'
import { percent, print } from './print.ts'
import { measureLatency } from './similarity-latency.ts'
import { measureQuality, readVideos } from './similarity-quality.ts'

async function printQuality(file: string): Promise<void> {
  const { channels, halves, shares, full } = await measureQuality(await readVideos(file))
  print(`${channels} channels, ${halves} of them with two videos or more`)
  print(['', 'titles', 'names', 'chance'].map((cell, at) => cell.padStart(at === 0 ? 34 : 10)).join(''))
  for (const [name, row] of Object.entries(shares)) {
    const cells = row.map((share) => (share === null ? '-' : percent(share)).padStart(10))
    print(`${name.padEnd(34)}${cells.join('')}`)
  }
  print(`answers with ten channels: ${percent(full)}`)
}

const { values } = parseArgs({
  options: {
    videos: { type: 'string' },
    channels: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
  },
})
if (values.videos !== undefined) await printQuality(values.videos)
await measureLatency(Number(values.channels), values.keep)
