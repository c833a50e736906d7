import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeChannel } from '#test/support/factories.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let cli: CommandLine
beforeAll(async () => {
  world = await createTestApp()
  cli = await openCommandLine(world)
})
afterAll(async () => {
  await cli[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

it('withholds an address after showing what that takes away', async () => {
  const { addresses } = await makeChannel(world.app)
  const suppress = (...more: readonly string[]) =>
    cli.run('contacts', 'suppress', addresses[0]!.toUpperCase(), '--reason', 'a letter', ...more)
  const contacts = () => world.app.db.selectFrom('contact').select('suppressed_at').execute()
  expect(await suppress('--dry-run')).toEqual({
    code: 0,
    out: 'The address would be withheld from everybody and every later import.\n1 channel had it, 1 of them no other; 0 purchases of 0 people would show no address any more.\n',
    err: '',
  })
  expect(await contacts()).toEqual([{ suppressed_at: null }])
  expect((await suppress()).out).toContain('The address is withheld')
  expect(await contacts()).toEqual([{ suppressed_at: expect.any(Date) }])
  expect((await suppress()).out).toBe('The address is withheld already.\n')
  const wrong = await cli.run('contacts', 'suppress', 'no address', '--reason', 'x')
  expect(wrong).toMatchObject({ code: 1, out: '' })
}, 120_000)
