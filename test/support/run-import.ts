// Started by tests as a separate process: imports one file, slowly enough to be killed, and prints its report.
import { dirname } from 'node:path'
import { openPool } from '#server/db/connect.ts'
import { systemClock } from '#server/clock.ts'
import { importChannels } from '#server/features/import/import-channels.ts'

const [, , url, file, stopAt] = process.argv
if (url === undefined || file === undefined) throw new Error('run-import.ts URL FILE [PHASE]')

const pool = openPool(url, { max: 2, onLost: () => undefined })
const report = await importChannels(
  { pool, clock: systemClock, secret: Buffer.from('a secret of tests, long enough to be one') },
  file,
  {
    quarantine: dirname(file),
    onProgress: ({ phase }) => {
      // Stops here in the middle of its transaction until it is killed.
      if (phase === stopAt) {
        process.stdout.write(`${phase}\n`)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      }
    },
  },
)
await pool.end()
process.stdout.write(
  `${JSON.stringify({ ...report, peakMegabytes: process.resourceUsage().maxRSS / 1_000 })}\n`,
)
