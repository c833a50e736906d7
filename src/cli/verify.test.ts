import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { invariants } from '#server/features.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'
import { createLedgerWorld } from '#test/support/ledger-world.ts'
import { runCli } from '#test/support/run-cli.ts'

let database: TestDatabase
let world: Awaited<ReturnType<typeof createLedgerWorld>>
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createLedgerWorld(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-verify-'))
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const runVerify = (...args: readonly string[]) =>
  runCli({ DATABASE_URL: database.url, DATA_DIR: dataDir }, 'verify', ...args)

test('verify reports that every rule holds and exits with 0, or names what breaks it and exits with 1', async () => {
  const [person, channel] = [await makePerson(world, { id: 1, uses: 3 }), await makeChannel(world)]
  await revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })
  const sound = await runVerify()
  expect(sound).toMatchObject({ code: 0, err: '' })
  expect(sound.out.trimEnd().split('\n')).toEqual(
    invariants.map(({ name, sentence }) => `ok      ${name}: ${sentence}`),
  )

  await sql`update uses_lot set spent = spent + 1`.execute(world.db)
  const broken = await runVerify()
  expect(broken).toMatchObject({ code: 1, err: '' })
  expect(broken.out).toMatch(/^BROKEN {2}lot-adds-up: .*\n {10}lot 1 of holder 1$/m)
  expect(broken.out).not.toContain('@')
})

test('verify has a help text', async () => {
  const { code, out } = await runVerify('--help')
  expect(code).toBe(0)
  expect(out).toMatch(/only reads/)
})
