import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertPromocode, listPromocodes } from '#server/features/uses/promocodes.sql.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()
let commandLine: CommandLine
beforeAll(async () => {
  commandLine = await openCommandLine(world)
})
afterAll(() => commandLine[Symbol.asyncDispose]())

const promocodes = (...given: readonly string[]) => commandLine.run('promocodes', ...given)

it('creates, lists and ends a promocode', async () => {
  expect(await promocodes('add', 'spring', '--limit', '100', '--until', '2099-04-30')).toEqual({
    code: 0,
    out: 'The promocode SPRING gives 10 uses.\n',
    err: '',
  })
  expect((await promocodes('end', 'Spring', '--yes')).out).toBe('The promocode SPRING has ended.\n')
  expect((await promocodes('end', 'spring', '--yes')).out).toBe('The promocode SPRING has ended already.\n')
  const { clock } = world
  clock.advance({ days: 1 })
  await insertPromocode(
    world.app.db,
    { code: 'OLD', uses: 3, places: null, lastDate: '2020-01-01' },
    clock.now(),
  )
  const { out } = await promocodes('list')
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual(
    expect.arrayContaining([
      ['OLD', '3 uses', '0 of any number', '2020-01-01', 'expired'],
      ['SPRING', '10 uses', '0 of 100', '2099-04-30', 'ended'],
    ]),
  )
})

it('says what is wrong, and exits with 1', async () => {
  const { db, clock } = world.app
  await insertPromocode(db, { code: 'TAKEN', uses: 10, places: null, lastDate: null }, clock.now())
  const [taken, lookalike, date, past] = await Promise.all([
    promocodes('add', 'taken'),
    promocodes('add', 'SPRIN\u0421'),
    promocodes('add', 'DATED', '--until', '2026-02-30'),
    promocodes('add', 'PAST', '--until', '2020-01-01'),
  ])
  expect(taken).toEqual({ code: 1, out: '', err: 'There is or was a promocode TAKEN already.\n' })
  expect(past).toEqual({ code: 1, out: '', err: '--until must be today’s date in Moscow or later.\n' })
  expect((await listPromocodes(db)).map(({ code }) => code)).not.toContain('PAST')
  expect([lookalike.code, date.code]).toEqual([1, 1])
  expect(lookalike.err).toContain('Latin letters')
  expect(date.err).toContain('YYYY-MM-DD')
})
