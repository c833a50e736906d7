// Started by tests and benches as a separate process: imports one file, slowly enough to be killed, and prints its report
// with the seconds of each phase.
import { flushCompileCache } from 'node:module'
import { dirname } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { createApp } from '#start/compose.ts'
import { importChannels } from '#server/features/import/import-channels.ts'

// A killed process would leave no compiled code to the next one.
flushCompileCache()
const [, , url, file, stopAt] = process.argv
if (url === undefined || file === undefined) throw new Error('run-import.ts URL FILE [PHASE]')

const phases: Record<string, number> = {}
let current = 'reading'
let since = performance.now()
function enter(phase: string): void {
  const now = performance.now()
  phases[current] = (phases[current] ?? 0) + (now - since) / 1_000
  current = phase
  since = now
}

const config = readConfig({ APP_SECRET: 'a secret of tests, long enough to be one' })
const app = createApp(config, { databaseUrl: url, smtpUrl: 'smtp://127.0.0.1:9' })
const report = await importChannels(app, file, {
  quarantine: dirname(file),
  onProgress: ({ phase }) => {
    enter(phase)
    // Stops here in the middle of its transaction until it is killed.
    if (phase === stopAt) {
      process.stdout.write(`${phase}\n`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
  },
})
enter('end')
await app[Symbol.asyncDispose]()
const peakMegabytes = process.resourceUsage().maxRSS / 1_000
process.stdout.write(`${JSON.stringify({ ...report, phases, peakMegabytes })}\n`)
