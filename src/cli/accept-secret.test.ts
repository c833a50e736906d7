import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startServer } from '#start/start.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runCli } from '#test/support/run-cli.ts'

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

const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCli({ DATABASE_URL: database.url, DATA_DIR: folder, ...env }, ...args)
const start = (env: Readonly<Record<string, string>>) =>
  startServer({
    env: { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ...env },
  })

const list = (secret: string) => run({ APP_SECRET: secret }, 'promocodes', 'list')
const SENTENCE =
  'is not the one that this database was set up with: bring that one back, or, when it is lost, run "npm run cli -- accept-secret".\n'

it('a different secret stops every start until the operator accepts it', async () => {
  expect(await list(OLD)).toMatchObject({ code: 0, err: '' })
  expect(await list(NEW)).toMatchObject({ code: 1, err: `APP_SECRET ${SENTENCE}` })
  await expect(start({ APP_SECRET: NEW })).rejects.toThrow(`APP_SECRET ${SENTENCE.trimEnd()}`)
  // Without APP_SECRET, a second server would create its own secret.
  expect(await run({}, 'promocodes', 'list')).toMatchObject({
    code: 1,
    err: `The secret in DATA_DIR ${SENTENCE}`,
  })
  expect(await list(OLD)).toMatchObject({ code: 0, err: '' })

  const accept = () => run({ APP_SECRET: NEW }, 'accept-secret')
  expect(await accept()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^This database now accepts/),
  })
  expect(await accept()).toMatchObject({ code: 0, out: expect.stringMatching(/already uses/) })
  expect(await list(NEW)).toMatchObject({ code: 0, err: '' })
  expect((await list(OLD)).code).toBe(1)
})

it('an empty secret stops server and command line with one clear sentence', async () => {
  await writeFile(path.join(folder, 'secret'), '')
  const said = expect.stringMatching(/^\/\S+secret is empty or cut short[^\n]+\n$/)
  await expect(start({})).rejects.toThrow(/^\/\S+secret is empty or cut short[^\n]+$/)
  expect(await run({}, 'promocodes', 'list')).toMatchObject({ code: 1, err: said })
})
