import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '#test/support/processes.ts'
import { runCli } from '#test/support/run-cli.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the command line as an operator does, in an empty folder. */
function start(...args: readonly string[]) {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ReturnType<typeof start>) {
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const [errors, code] = await Promise.all([text(child.stderr), exit])
  return { code, errors }
}

test('closing the output early is no error', async () => {
  const child = start('--help')
  child.stdout.destroy()
  expect(await ended(child)).toEqual({ code: 0, errors: '' })
})

test('a missing folder is named, and nothing starts', async () => {
  const missing = path.join(folder, 'missing')
  const sentence = `There is no folder ${missing}; make it, or choose another.\n`
  const ends = await Promise.all([
    ended(start('backup', 'missing/all.backup')),
    ended(start('generate', '--channels', '3', '--out', 'missing/made.csv.gz')),
  ])
  for (const end of ends) expect(end).toEqual({ code: 1, errors: sentence })
  expect(await readdir(folder)).toEqual([])
})

test.each(['', '_', '-1', '1.5', 'many'])('generate refuses %j as a number of channels', async (channels) => {
  const out = path.join(folder, 'made.csv')
  expect(await runCli({}, 'generate', '--channels', channels, '--out', out)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^error: option '--channels <number>' .* It must be a whole number\.\n$/),
  })
})
