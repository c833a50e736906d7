import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { bareEnvironment } from '#test/support/processes.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { projectFiles, readProjectFile, ROOT } from '#test/support/project-files.ts'
import { SECRET, type ServerProcess, startServerProcess } from '#test/support/server-process.ts'
import { TestClient } from '#test/support/test-client.ts'

// Follows the recipes of CONTRIBUTING.md on a copy of the project: a feature with a table, endpoints, a job, an invariant,
// personal data, texts and a page consists of its own files and the lines below.

const FIXTURE = 'test/fixtures/dummy-feature/'

function textOf(about: string, person: string): string {
  return `    'notes list': {
      about: '${about}',
      fields: { person: '${person}' },
      done: (found) => table(found.map(({ text }) => [text])),
    },`
}

/** The existing files to change, with the lines to insert and the lines before which they go. */
const PLACES: Readonly<Record<string, readonly { readonly add: string; readonly before: string }[]>> = {
  // The two lists: of features on the server, of pages on the web.
  'src/server/features.ts': [
    { add: "import { notes } from './features/notes/feature.ts'", before: 'import { objections }' },
    { add: '  notes,', before: '] as const\n' },
  ],
  'src/shared/pages.ts': [
    { add: "  notes: { path: '/notes', isPrerendered: true },", before: '  profile: {' },
  ],
  'src/shared/api/contract.ts': [
    { add: "import { notesEndpoints } from './notes.ts'", before: 'import { objectionsEndpoints }' },
    { add: '  notes: notesEndpoints,', before: '  objections: objectionsEndpoints' },
  ],
  'src/shared/api/commands.ts': [
    { add: "import { notesCommands } from './notes.ts'", before: 'import { objectionsCommands }' },
    { add: '  notes: notesCommands,', before: '  objections: objectionsCommands' },
  ],
  'src/shared/i18n/en/commands.ts': [
    { add: "    notes: 'Read notes',", before: '    users: ' },
    { add: textOf('Show the notes of a person', 'their number'), before: "    'users find': " },
  ],
  'src/shared/i18n/ru/commands.ts': [
    { add: "    notes: 'Читать заметки',", before: '    users: ' },
    { add: textOf('Показать заметки человека', 'его номер'), before: "    'users find': " },
  ],
  'src/shared/i18n/en.ts': [
    { add: "import { notes } from './en/notes.ts'", before: 'import { objections }' },
    { add: '  notes,', before: '  objections,' },
  ],
  'src/shared/i18n/ru.ts': [
    { add: "import { notes } from './ru/notes.ts'", before: 'import { objections }' },
    { add: '  notes,', before: '  objections,' },
  ],
}

let stack: AsyncDisposableStack
let folder: string
let databaseUrl: string
let server: ServerProcess

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-feature-'))
  stack.defer(() => rm(folder, { recursive: true }))
  for (const file of projectFiles()) {
    const isOwn = file.startsWith(FIXTURE)
    const target = path.join(folder, isOwn ? file.slice(FIXTURE.length) : file)
    await mkdir(path.dirname(target), { recursive: true })
    await cp(path.join(ROOT, file), target)
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [file, lines] of Object.entries(PLACES)) {
    let text = readProjectFile(file)
    for (const { add, before } of lines) {
      if (!text.includes(before)) throw new Error(`${file} has no place for: ${add}`)
      text = text.replace(before, () => `${add}\n${before}`)
    }
    await writeFile(path.join(folder, file), text)
  }
  databaseUrl = stack.use(await createTestDatabase()).url
  server = stack.use(await startServerProcess(databaseUrl, { folder }))
  // As `npm run tables` does, on the database that the server has migrated.
  await inCopy('node_modules/.bin/kysely-codegen')
})
afterAll(() => stack.disposeAsync())

/** Runs a Node program in the copy. @returns its output */
async function inCopy(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...bareEnvironment, DATABASE_URL: databaseUrl, APP_SECRET: SECRET }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env })
  return stdout
}

it('is checked by types: a missing part does not compile', async () => {
  const types = (project: string) => inCopy('node_modules/.bin/tsc', '-p', project)
  expect(await Promise.all([types('tsconfig.server.json'), types('tsconfig.web.json')])).toEqual(['', ''])
})

it('answers calls, runs its job, and is part of the data export and of `verify`', async () => {
  await using db = openDatabase(openPool(databaseUrl, { max: 1, onLost: () => undefined }))
  const app = { db, clock: systemClock }
  const client = () => new TestClient({ baseUrl: server.baseUrl, clientKey: readConfig({}).clientKey })
  const anna = await logIn({ app, client }, await makePerson(app))
  const noted = await anna.send('POST', '/api/note', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Ask about June' }),
  })
  expect(noted).toMatchObject({ status: 200, body: { success: true } })
  const listed = async () => (await anna.send('GET', '/api/notes')).body.data
  await expect.poll(listed, { timeout: 20_000 }).toEqual([{ text: 'Ask about June', length: 14 }])

  const file = (await anna.send('GET', '/api/account/export')).body as object
  expect(Object.keys(file).at(-1)).toBe('notes')
  expect(file).toMatchObject({ notes: [{ text: 'Ask about June' }] })

  // One entry, one verb and its texts are the whole command.
  expect(await inCopy('src/cli/main.ts', 'notes', 'list', String(anna.userId))).toBe('Ask about June\n')
  expect(await inCopy('src/cli/main.ts', 'notes', '--help')).toContain('Show the notes of a person')

  expect(await inCopy('src/cli/main.ts', 'verify')).toContain('ok      note-measured')
  await sql`update note set length = 1`.execute(db)
  await expect(inCopy('src/cli/main.ts', 'verify')).rejects.toMatchObject({
    stdout: expect.stringMatching(/BROKEN {2}note-measured.*\n +note \d/),
  })
})

it('has its page in the list, with its code and texts', async () => {
  const script = `
    const { build } = await import('vite')
    const ssr = 'src/web/build/prerender.tsx'
    await build({ logLevel: 'error', publicDir: false, build: { outDir: 'prerender', ssr } })
    const { TARGETS, render } = await import('./prerender/prerender.js')
    for (const target of TARGETS) if (target.name === 'notes') console.log(await render(target))`
  const said = await inCopy('--input-type=module', '--eval', script)
  expect(said.split('No notes yet.')).toHaveLength(2)
  expect(said.match(/<h1>/g)).toHaveLength(2)
})

it('keeps the rules of the architecture', async () => {
  const said = await inCopy(
    'node_modules/.bin/vitest',
    'run',
    '--project',
    'unit',
    'test/architecture.test.ts',
  )
  expect(said).toContain('1 passed')
})

it('changes few existing files, and CONTRIBUTING.md names each', async () => {
  const recipes = readProjectFile('CONTRIBUTING.md')
  expect(Object.keys(PLACES).filter((file) => !recipes.includes(file))).toEqual([])
})
