import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#start/compose.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { bareEnvironment } from '#test/support/processes.ts'
import { asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-cli-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('a backup of one data folder restores into an empty one, where all rules hold', {
  timeout: 90_000,
}, async () => {
  await fillDataFolder('old')
  const file = path.join(folder, 'backup.gz')

  const backup = await run('old', 'backup', 'backup.gz')
  expect(backup).toMatchObject({ code: 0, errors: '' })
  expect(backup.output).toMatch(
    /^Wrote \d+ rows of \d+ tables to .*backup\.gz \(\d+\.\d MB\)\.\nIts secret is in /,
  )
  for (const name of [file, `${file}.secret`]) expect((await stat(name)).mode & 0o777).toBe(0o600)
  expect(await run('new', 'restore', 'backup.gz')).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/^Restored \d+ rows of \d+ tables, as they were at \d{4}-/),
  })
  await writeFile(path.join(folder, 'again.gz.secret'), 'of another backup')
  expect(await run('old', 'backup', 'again.gz')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^\/.*again\.gz\.secret already exists; choose another name\.\n$/),
  })
  expect(await readFile(path.join(folder, 'again.gz.secret'), 'utf8')).toBe('of another backup')
  expect(await secretOf('new')).toBe(await secretOf('old'))
  const verify = await run('new', 'verify')
  expect(verify).toMatchObject({ code: 0, errors: '' })
  expect(verify.output).not.toContain('BROKEN')

  await rename(`${file}.secret`, path.join(folder, 'kept-apart'))
  expect(await run('other', 'restore', 'backup.gz')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(
      /^The secret that this backup was made with is missing: put it beside the backup as /,
    ),
  })
})

async function fillDataFolder(name: string): Promise<void> {
  const dataDir = path.join(folder, name)
  await using postgres = await openEmbeddedPostgres({
    dataDir,
    memory: 512,
    role: 'tool',
    log: { info() {}, error() {} },
  })
  await migrate(postgres.url)
  const config = readConfig({ DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  await using app = createApp(config, { databaseUrl: postgres.url, smtpUrl: 'smtp://127.0.0.1:9', log })
  const person = await makePerson(app, { uses: 3, email: 'person@buyer.example' })
  const channel = await makeChannel(app)
  await revealContact(app, { ...asBuyer(person.id), channelId: channel.channelId })
}

/** Runs the command line on a data folder as an operator does, from the folder of the backups. */
async function run(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, DATA_DIR: path.join(folder, name) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, errors }
}

function secretOf(name: string): Promise<string> {
  return readFile(path.join(folder, name, 'secret'), 'utf8')
}
