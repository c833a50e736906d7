/**
 * What more databases bring to the search: the same load on a primary alone, with one and with two read replicas, each of
 * which has the same share of one processor; and a catalogue fed by logical replication, without addresses, which answers
 * while the primary is down, with its lag while a file is imported. Needs root, Linux with
 * control groups (version 1 or 2) and taskset. Run:
 * `node_modules/.bin/node bench/scale.ts --keep FOLDER [--channels 1000000] [--rows 1000000] [--share 0.4] [--only replicas,feed]`
 * FOLDER keeps the generated catalogue, as that of bench/search.ts does.
 */
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openRun } from './compare-runs.ts'
import { print } from './print-figures.ts'
import { measureFeed } from './scale-feed.ts'
import { measureReplicas } from './scale-replicas.ts'
import { openCatalogue } from './search-catalogue.ts'
import { bodyOf, isOfMix } from './search-queries.ts'

const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    channels: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '1000000' },
    share: { type: 'string', default: '0.4' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: 'replicas,feed' },
  },
})
if (values.keep === undefined) throw new Error('Name a folder that keeps the catalogue: --keep FOLDER')
await mkdir(values.keep, { recursive: true, mode: 0o711 })
const catalogue = await openCatalogue(Number(values.channels), values.keep)
const texts = catalogue.queries.filter(isOfMix).map((query) => JSON.stringify(bodyOf(query)))
const { dataDir } = catalogue
await catalogue[Symbol.asyncDispose]()
const run = await openRun({})
const only = values.only.split(',')
const seconds = Number(values.seconds)
print(`${values.channels} channels`)
if (only.includes('replicas'))
  await measureReplicas({ dataDir, texts, share: Number(values.share), seconds, run })
if (only.includes('feed')) await measureFeed({ dataDir, texts, rows: Number(values.rows), seconds, run })
