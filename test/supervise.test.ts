import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { isRunning } from './support/processes.ts'

const SUPERVISE = new URL('../scripts/supervise.mjs', import.meta.url).href

/** Takes a moment to stop, as a server does, and prints how often it was signalled. */
const SERVER = `data:text/javascript,${encodeURIComponent(`
  let signals = 0
  const stop = () => { signals += 1; if (signals === 1) setTimeout(() => { console.log('stopped after', signals); process.exit(0) }, 100) }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  setInterval(() => {}, 1_000)
  console.log('ready', process.pid)
`)}`

const started: { child: ChildProcess; server: number }[] = []

afterEach(async () => {
  for (const { child, server } of started.splice(0)) {
    child.kill('SIGKILL')
    if (isRunning(server)) process.kill(server, 'SIGKILL')
  }
})

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the server cleanly with exit code 0',
  async (signal) => {
    const { child, nextLine, ended } = await start()
    child.kill(signal)
    expect(await nextLine()).toBe('stopped after 1')
    expect(await ended).toBe(0)
  },
)

test('Ctrl-C, which goes to the whole process group, reaches the server once', async () => {
  const { child, nextLine, ended } = await start()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  expect(await nextLine()).toBe('stopped after 1')
  expect(await ended).toBe(0)
})

test('the exit code of a server that ends by itself is passed on', async () => {
  const { ended } = await start('console.log("ready", process.pid); process.exit(3)')
  expect(await ended).toBe(3)
})

test('the server stops when the supervisor is killed', async () => {
  const { child, server, nextLine } = await start()
  child.kill('SIGKILL')
  expect(await nextLine()).toBe('stopped after 1')
  while (isRunning(server)) await pause(10)
})

async function start(server?: string) {
  const args = server === undefined ? ['--import', SERVER, '-e', '0'] : ['-e', server]
  const script = `
    import { superviseServer } from '${SUPERVISE}'
    process.exitCode = await superviseServer(process.execPath, ${JSON.stringify(args)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  const pid = Number(/^ready (\d+)$/.exec(await nextLine())?.[1])
  started.push({ child, server: pid })
  return { child, server: pid, nextLine, ended }
}
