import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()
let cli: CommandLine
beforeAll(async () => {
  cli = await openCommandLine(world)
})
afterAll(() => cli[Symbol.asyncDispose]())

it('blocks and unblocks a person, and tells by whom and why', async () => {
  const { id, email } = await makePerson(world.app, { email: 'anna@buyer.example' })
  const client = await logIn(world, { id, email })
  const blocked = await cli.run(
    '--as',
    'Olga',
    'users',
    'block',
    'Anna@buyer.example',
    '--reason',
    'resells contacts',
  )
  expect(blocked).toMatchObject({ code: 0, out: `Person ${id} is now blocked.\n` })
  expect((await client.call('GET /cookie')).status).toBe(401)
  const again = await cli.run('users', 'block', String(id), '--reason', 'again')
  expect(again).toMatchObject({ code: 0, out: `Person ${id} is already blocked.\n` })
  expect((await cli.run('users', 'find', email)).out).toMatch(/^blocked: +20\d\d-.* \(rules\)$/m)
  const opened = await cli.run('users', 'unblock', email, '--reason', 'settled')
  expect(opened).toMatchObject({ code: 0, out: `Person ${id} can log in again.\n` })
  expect((await cli.run('users', 'unblock', email, '--reason', 'again')).out).toContain('already')

  for (const subject of [`person:${id}`, 'ANNA@buyer.example']) {
    const lines = (await cli.run('audit', 'list', '--subject', subject)).out.split('\n')
    expect(lines[0]).toMatch(new RegExp(`UTC  ${userInfo().username}  users unblock  person ${id}$`))
    expect(lines[1]).toBe('  settled')
    expect(lines[3]).toMatch(new RegExp(`UTC  Olga  users block  person ${id}$`))
    expect(lines[4]).toBe('  resells contacts')
    expect(lines[5]).toBe('  {"blocked":false} -> {"blocked":true,"category":"rules","endedSessions":1}')
    expect(lines).toHaveLength(7)
  }
  expect((await cli.run('audit', 'list', '--limit', '1')).out.split('\n')).toHaveLength(4)
  expect((await cli.run('audit', 'list', '--since', '2099-01-01')).out).toBe('There are none.\n')
})

it('finds a source by its host, which stands in no entry', async () => {
  const channel = await makeChannel(world.app)
  await world.app.db
    .updateTable('contact')
    .set({ source_url: 'https://genoveva.example/contacts' })
    .where('channel_id', '=', channel.id)
    .execute()
  const switched = await cli.run('contacts', 'sources', '--off', 'genoveva.example', '--reason', 'bounces')
  expect(switched.code).toBe(0)
  const { out } = await cli.run('audit', 'list', '--subject', 'source:Genoveva.example')
  expect(out).toMatch(/contacts switch-off {2}source [\w-]{16}\n/)
  expect(out).not.toContain('genoveva')
})

it('says what is wrong, and exits with 1', async () => {
  const ends = await Promise.all([
    cli.run('users', 'block', 'nobody@buyer.example', '--reason', 'x'),
    cli.run('users', 'block', 'nobody@buyer.example'),
    cli.run('audit', 'list', '--subject', 'nothing'),
    cli.run('audit', 'list', '--as', 'olga@office.example'),
  ])
  for (const { code } of ends) expect(code).toBe(1)
  const errors = ends.map(({ err }) => err)
  expect(errors[0]).toBe('There is no such person.\n')
  expect(errors[1]).toContain('--reason')
  expect(errors[2]).toContain('KIND:ID')
  expect(errors[3]).toContain('not an address')
})
