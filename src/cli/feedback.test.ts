import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeReview } from '#server/features/feedback/feedback.sql.ts'
import { makePerson } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let dataDir: string
beforeAll(async () => {
  world = await createTestApp()
  dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-cli-'))
})
afterAll(async () => {
  await rm(dataDir, { recursive: true })
  await world[Symbol.asyncDispose]()
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line as an operator does, beside a running server. */
function cli(...given: readonly string[]): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/main.ts', ...given], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

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
}, 60_000)

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
}, 60_000)
