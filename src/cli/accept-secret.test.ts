import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bareEnvironment } from '#test/support/processes.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

const CLI = fileURLToPath(new URL('./main.ts', import.meta.url))
const SERVER = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const OLD = 'the old secret of thirty-two characters'
const NEW = 'the new secret of thirty-two characters'

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-secret-'))
  database = await createTestDatabase()
})
afterEach(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs the server or the command line as an operator does, until it exits. */
function run(env: Readonly<Record<string, string>>, file: string, ...args: string[]) {
  const full = {
    ...bareEnvironment,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [file, ...args], { env: full }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

const list = (secret: string) => run({ APP_SECRET: secret }, CLI, 'promocodes', 'list')
const SENTENCE =
  'is not the one that this database was set up with: bring that one back, or, when it is lost, run "npm run cli -- accept-secret".\n'

it('a different secret stops every start until the operator accepts it', async () => {
  expect(await list(OLD)).toMatchObject({ code: 0, stderr: '' })
  expect(await list(NEW)).toMatchObject({ code: 1, stderr: `APP_SECRET ${SENTENCE}` })
  expect(await run({ APP_SECRET: NEW }, SERVER)).toMatchObject({
    code: 1,
    stderr: `Channelbook cannot start: APP_SECRET ${SENTENCE}`,
  })
  // Without APP_SECRET, a second server would create its own secret.
  expect(await run({}, CLI, 'promocodes', 'list')).toMatchObject({
    code: 1,
    stderr: `The secret in DATA_DIR ${SENTENCE}`,
  })
  expect(await list(OLD)).toMatchObject({ code: 0, stderr: '' })

  const accept = () => run({ APP_SECRET: NEW }, CLI, 'accept-secret')
  expect(await accept()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^This database now accepts/),
  })
  expect(await accept()).toMatchObject({ code: 0, stdout: expect.stringMatching(/already uses/) })
  expect(await list(NEW)).toMatchObject({ code: 0, stderr: '' })
  expect((await list(OLD)).code).toBe(1)
}, 60_000)

it('an empty secret stops server and command line with one clear sentence', async () => {
  await writeFile(path.join(folder, 'secret'), '')
  const said = expect.stringMatching(
    /^(Channelbook cannot start: )?\/\S+secret is empty or cut short[^\n]+\n$/,
  )
  expect(await run({}, SERVER)).toMatchObject({ code: 1, stderr: said })
  expect(await run({}, CLI, 'promocodes', 'list')).toMatchObject({ code: 1, stderr: said })
}, 60_000)
