import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeReview } from '#server/features/feedback/feedback.sql.ts'
import { makePerson } from '#test/support/factories.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()
let commandLine: CommandLine
beforeAll(async () => {
  commandLine = await openCommandLine(world)
})
afterAll(() => commandLine[Symbol.asyncDispose]())

const cli = (...given: readonly string[]) => commandLine.run(...given)

it('lists only sponsors who agreed', async () => {
  const [silent, added] = await Promise.all([
    cli('sponsors', 'add', 'Silent'),
    cli(
      'sponsors',
      'add',
      'Fine Tools',
      '--agreed',
      '--url',
      'https://tools.example',
      '--contribution',
      '500',
    ),
  ])
  expect(silent.code).toBe(1)
  expect(silent.err).toContain('--agreed')
  expect(added).toEqual({ code: 0, out: 'Fine Tools is listed.\n', err: '' })
  expect((await cli('sponsors', 'list')).out).toBe(
    'Fine Tools  https://tools.example/  500 RUB  agreed '.concat(
      `${new Date().toISOString().slice(0, 10)}\n`,
    ),
  )
  expect((await world.client().call('GET /sponsors')).body.data).toEqual([
    { name: 'Fine Tools', url: 'https://tools.example/' },
  ])
  expect(await cli('sponsors', 'remove', 'fine tools')).toMatchObject({ code: 0 })
  expect(await cli('sponsors', 'remove', 'fine tools')).toMatchObject({ code: 1, out: '' })
})

it('shows reviews without terminal escapes, and hides them', async () => {
  const { id: personId } = await makePerson(world.app, { username: 'Reviewer' })
  await writeReview(world.app.db, {
    personId,
    mark: 2,
    text: 'Red \u001b[31malert\u0007\nsecond line',
    now: world.app.clock.now(),
  })
  const listed = await cli('reviews', 'list')
  const number = /^No\. (\d+) {2}2 of 5 {2}2026-03-10 {2}Reviewer\n {2}Red alert \n {2}second line\n$/.exec(
    listed.out,
  )?.[1]
  expect(number, listed.out).toBeDefined()
  expect(await cli('reviews', 'hide', String(number))).toMatchObject({ code: 0 })
  const [shown, all] = await Promise.all([cli('reviews', 'list'), cli('reviews', 'list', '--all')])
  expect(shown.out).toBe('There are none.\n')
  expect(all.out).toContain('hidden')
})
