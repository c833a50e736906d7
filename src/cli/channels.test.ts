import { afterAll, beforeAll, expect, it } from 'vitest'
import { addChannels, namesFound } from '#test/support/catalogue-world.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const ID = 'UCaaaaaaaaaaaaaaaaaaaaaa'

const world = useTestApp()
let cli: CommandLine
beforeAll(async () => {
  cli = await openCommandLine(world)
})
afterAll(() => cli[Symbol.asyncDispose]())

it('hides, shows, edits and merges channels, and the database stays sound', async () => {
  const [id, twin] = await addChannels(world.app, [
    { name: 'Paper Boats', platformId: ID },
    { name: 'Paper Boats too', handle: 'paper.boats' },
  ])
  const found = () => namesFound(world.client(), 'paper boats')
  const WHY = ['--reason', 'asked by the owner']
  const hidden = await cli.run('channels', 'hide', ID, ...WHY)
  expect(hidden).toEqual({ code: 0, out: `Channel ${id} (Paper Boats) is now hidden.\n`, err: '' })
  expect(await found()).toEqual(['Paper Boats too'])
  expect((await cli.run('channels', 'hide', String(id), ...WHY)).out).toContain('already hidden')
  expect((await cli.run('channels', 'show', ID, ...WHY)).out).toContain('now shown')

  const edits = ['--name', 'Paper Ships', '--types', 'music, Travel', '--country', 'fi']
  const edited = await cli.run('channels', 'edit', ID, ...edits, ...WHY)
  expect(edited).toEqual({
    code: 0,
    out: `Channel ${id} (Paper Ships) has a new name, content types, country.\n`,
    err: '',
  })
  expect((await cli.run('channels', 'edit', ID, ...edits, ...WHY)).out).toContain('so already')
  expect(await found()).toEqual(['Paper Boats too'])

  const merge = ['channels', 'merge', String(twin), ID, ...WHY, '--yes']
  const dry = await cli.run(...merge, '--dry-run')
  expect(dry.out).toMatch(new RegExp(`^Channel ${twin} would be merged into ${id}\\. It had:\n  0 contacts`))
  expect(await found()).toEqual(['Paper Boats too'])
  expect((await cli.run(...merge)).out).toContain(`Channel ${twin} is merged into ${id}.`)
  expect((await cli.run(...merge)).out).toBe(`Channel ${twin} is merged into ${id} already.\n`)
  // By the handle that came with the merge.
  expect(await found()).toEqual(['Paper Ships'])
  await expectSoundLedger(world.app)
  expect((await cli.run('verify')).code).toBe(0)
}, 180_000)

it('says what is wrong, and exits with 1', async () => {
  const [unknown, nothing, wrong] = await Promise.all([
    cli.run('channels', 'hide', '424242', '--reason', 'x'),
    cli.run('channels', 'edit', '424242', '--reason', 'x'),
    cli.run('channels', 'edit', '424242', '--reason', 'x', '--types', 'Cooking'),
  ])
  expect(unknown).toEqual({ code: 1, out: '', err: 'There is no channel 424242.\n' })
  expect(nothing).toMatchObject({ code: 1, err: 'Name at least one fact to edit: see --help.\n' })
  expect(wrong.err).toContain('"Cooking" is not one of the list')
})
