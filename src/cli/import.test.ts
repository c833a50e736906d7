import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runCli } from '#test/support/run-cli.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'channelbook-cli-'))
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: readonly string[]) => runOn(database.url, ...args)

async function runOn(databaseUrl: string, ...args: readonly string[]) {
  const { code, out, err } = await runCli({ DATABASE_URL: databaseUrl, DATA_DIR: folder }, ...args)
  return { code, stdout: out, stderr: err }
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('import reports its work, continues after a refused file, and then exits with 1', async () => {
  const good = await file(
    'good_2025.csv',
    'name,subscribers,email\nOne,12K,\nTwo,many,two@shop.example\n,3,\nOne,13K,\n',
  )
  const videos = await file('videos.csv', 'video_id,title,likes\n1,a,2\n')
  const { code, stdout, stderr } = await run('import', videos, good)
  expect(code).toBe(1)
  expect(stderr).toBe(`${videos}: not imported. This is a list of videos, not of channels.\n`)
  expect(stdout.replace(/[\d.]+ s, .*rows\/s/, 'TIME')).toBe(
    `${good}
  columns found by their names, source: good, as of 2025-01-01
  4 rows: Create 2 · Update 0 · Unchanged 0 · Skipped 2
  contacts: 1 refused
  columns:
    name = name, 75 % filled, for example "One"
    subscribers = subscribers, 100 % filled, for example "12K"
    email = email, 25 % filled, for example "[address]"
  refused, contact without source: 1
  refused, no name: 1
    line 3: contact without source
    line 4: no name
  values not understood, taken as unknown: 1
    line 3, subscribers: "many"
  TIME
  refused rows are kept in ${folder}/quarantine/good_2025.csv.quarantine.ndjson
`,
  )
  expect(await readFile(join(folder, 'quarantine/good_2025.csv.quarantine.ndjson'), 'utf8')).not.toContain(
    'shop.example',
  )
  expect(await readdir(join(folder, 'quarantine'))).toEqual(['good_2025.csv.quarantine.ndjson'])
})

test('import --dry-run --json tells programs what would change', async () => {
  const list = await file('list.csv', 'Wer,Fans\nDrei,3\n')
  const { code, stdout } = await run(
    'import',
    '--dry-run',
    '--json',
    '--map',
    'name=Wer',
    '--source',
    'mine',
    '--as-of',
    '2026-01-02',
    list,
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    file: list,
    isDryRun: true,
    source: 'mine',
    asOf: '2026-01-02T00:00:00.000Z',
    rows: 1,
    added: 1,
    columns: { name: ['Wer'], subscribers: ['Fans'] },
  })
})

test('import reads --platform as it reads a platform column', async () => {
  const options = ['import', '--source', 'spelled', '--as-of', '2026-01-02', '--json']
  const id = `UC${'s'.repeat(22)}`
  await run(...options, await file('lower.csv', `id,name\n${id},Spelled\n`))
  const list = await file('upper.csv', `id,name\n${id},Spelled\n`)
  const same = await run(...options, '--platform', 'YouTube', list)
  expect(JSON.parse(same.stdout)).toMatchObject({ rows: 1, added: 0, unchanged: 1 })
  const other = await run(...options, '--platform', 'RuTube', list)
  expect(JSON.parse(other.stdout)).toMatchObject({ rows: 1, added: 1 })
})

test('import names what is wrong with its options', async () => {
  expect(await run('import')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("missing required argument 'file'"),
  })
  expect(await run('import', 'x.csv', '--map', 'colour=Red')).toMatchObject({
    stderr: expect.stringContaining("does not know 'colour'"),
  })
  expect(await run('import', 'x.csv', '--as-of', 'soon')).toMatchObject({
    stderr: expect.stringContaining('A date is needed'),
  })
  expect(await run('import', 'x.csv', '--platform', '???')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('2 to 30 Latin letters and digits'),
  })
  expect(await run('import', 'x.csv', '--as-of', '2999-01-01')).toEqual({
    code: 1,
    stdout: '',
    stderr: '--as-of must be today’s Moscow date or an earlier one.\n',
  })
  expect(await run('import', join(folder, 'none.csv'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no such file.'),
  })
})

test('generate writes a file that import accepts, and fills the catalogue', async () => {
  const path = join(folder, 'made.csv.gz')
  expect(await run('generate', '--channels', '250', '--seed', '8', '--out', path)).toMatchObject({
    code: 0,
    stdout: `250 channels written to ${path}.\n`,
    stderr: '',
  })
  const { stdout } = await run('import', '--dry-run', '--json', path)
  expect(JSON.parse(stdout)).toMatchObject({ rows: 250, added: 250, refused: 0, unclear: 0 })
  expect(await run('generate', '--channels', '100')).toMatchObject({
    code: 0,
    stdout: '100 channels added.\n',
    stderr: '',
  })
})

test('nothing is imported into a demonstration, where everybody could open it', async () => {
  await using demo = await createTestDatabase()
  const list = await file('list_2025.csv', 'name,subscribers\nOne,12K\n')
  expect((await runOn(demo.url, 'import', list)).code).toBe(0)
  await using stack = new AsyncDisposableStack()
  const pool = stack.adopt(openPool(demo.url, { max: 1, onLost: () => undefined }), (opened) => opened.end())
  await pool.query('update installation set is_demo = true; delete from channel')
  const { code, stderr } = await runOn(demo.url, 'import', list)
  expect([code, stderr]).toEqual([1, expect.stringContaining('This database is a demonstration’s')])
  expect((await pool.query('select from channel')).rowCount).toBe(0)
})
