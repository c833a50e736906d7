import { startServer } from './start.ts'
import { ConfigError } from '#server/config/settings.ts'

const STOP_PATIENCE_MS = 10_000

const starting = startServer({ env: process.env })
let isStopping = false

// A start takes seconds. A signal during it also stops the process, as soon as it can stop cleanly.
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const starter = setTimeout(() => process.exit(1), STOP_PATIENCE_MS * 2).unref()
  const server = await starting.catch(() => null)
  clearTimeout(starter)
  setTimeout(() => process.exit(1), (server?.app.config.drainMs ?? 0) + STOP_PATIENCE_MS * 2).unref()
  try {
    await server?.stop(STOP_PATIENCE_MS)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

try {
  const server = await starting
  if (server.localUrl !== null)
    process.stdout.write(`For this machine alone (stand-ins, metrics): ${server.localUrl}\n`)
  if (server.ownerLink !== null)
    process.stdout.write(
      `Log in and open this within a day to become the console's owner: ${server.ownerLink}\n`,
    )
  if (!isStopping) process.stdout.write(`Channelbook is ready at ${server.url}\n`)
} catch (error) {
  // The operator reads this: one sentence. At LOG_LEVEL=debug, the stack of anything but a configuration error.
  const isExpected = error instanceof ConfigError || process.env['LOG_LEVEL'] !== 'debug'
  const said = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`Channelbook cannot start: ${said}\n`)
  process.exit(1)
}
