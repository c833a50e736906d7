import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'

const world = useTestApp()
let commandLine: CommandLine
beforeAll(async () => {
  commandLine = await openCommandLine(world, { SECURITY_LOG_FILE: securityLog() })
  await makePerson(world.app, { email: 'anna@buyer.example', uses: 2 })
})
afterAll(() => commandLine[Symbol.asyncDispose]())

// The verbs’ own tests cover what the commands do.
const securityLog = () => path.join(world.app.config.dataDir, 'security.log')
const users = (...given: readonly string[]) => commandLine.run('users', ...given)

it('grants uses and shows the person', async () => {
  const granted = await users('grant', 'Anna@buyer.example', '--uses', '5', '--reason', 'a mistake')
  expect(granted).toMatchObject({ code: 0, err: '' })
  expect(granted.out).toMatch(/^address: +anna@buyer\.example$/m)
  expect(granted.out).toMatch(/^uses: +7$/m)
  await expectSoundLedger(world.app)
})

it('ends every session of a person, and deletes an account for good', async () => {
  const person = await makePerson(world.app, { email: 'boris@buyer.example' })
  const browsers = [await logIn(world, person), await logIn(world, person)]
  const found = await users('find', person.email)
  expect(found.out).toMatch(/^security: +person [\w-]{16}, address [\w-]{16}$/m)
  expect((await users('end-sessions', person.email)).out).toBe('2 ended.\n')
  for (const browser of browsers) expect((await browser.call('GET /cookie')).status).toBe(401)
  const planned = await users('close', 'boris@buyer.example', '--reason', 'asked by him', '--dry-run')
  expect(planned.out).toContain(`This account would be closed.\nnumber:    ${person.id}\n`)
  expect(await world.app.db.selectFrom('closed_account').selectAll().execute()).toEqual([])
  const close = ['close', 'Boris@buyer.example', '--reason', 'asked by him']
  expect(await users(...close)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') })
  expect(await world.app.db.selectFrom('closed_account').selectAll().execute()).toEqual([])
  const closed = await users(...close, '--yes')
  expect(closed.out).toBe(`The account with number ${person.id} is closed.\n`)
  expect(closed.code).toBe(0)
  const again = await users('close', String(person.id), '--reason', 'asked by him')
  expect(again).toMatchObject({ code: 0, out: `The account with number ${person.id} is already closed.\n` })
  expect(await users('find', person.email)).toMatchObject({ code: 1, err: 'There is no such person.\n' })
  const noted = await world.app.db.selectFrom('closed_account').selectAll().execute()
  expect(noted).toMatchObject([{ holder_id: person.id }])
  const events = (await readFile(securityLog(), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string })
  expect(events.map(({ event }) => event)).toEqual(['session_ended', 'account_deleted'])
})

it('says what is wrong, and exits with 1', async () => {
  const [unknown, none] = await Promise.all([
    users('find', 'nobody@buyer.example'),
    users('grant', 'anna@buyer.example', '--uses', '0', '--reason', 'x'),
  ])
  expect(unknown).toEqual({ code: 1, out: '', err: 'There is no such person.\n' })
  expect(none.code).toBe(1)
  expect(none.err).toContain('whole number from 1')
})
