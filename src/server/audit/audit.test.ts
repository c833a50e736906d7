import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Operator } from '#server/actor/actor.ts'
import { transact } from '#server/db/connect.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { addressName } from '#server/security-log.ts'
import { makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { listEntries } from './audit.sql.ts'
import { noteChange } from './note-change.ts'

const world = useTestApp()
beforeAll(async () => {
  await transact(world.app.db, (tx) =>
    noteChange(tx, world.app, OPERATOR, {
      verb: 'users find',
      kind: 'person',
      id: 999_999,
      after: { uses: 1 },
    }),
  )
})

test.each([
  `update audit_entry set reason = 'another'`,
  'update audit_entry set at = now()',
  'delete from audit_entry',
  'truncate audit_entry',
])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(world.app.db)).rejects.toThrow(/append-only/)
})

test('a change that is rolled back leaves no entry', async () => {
  const before = await auditOf(world.app)
  const failing = transact(world.app.db, async (tx) => {
    await noteChange(tx, world.app, OPERATOR, { verb: 'users close', kind: 'person', id: 7 })
    throw new Error('the change fails')
  })
  await expect(failing).rejects.toThrow('the change fails')
  expect(await auditOf(world.app)).toEqual(before)
})

test('addresses that an operator types stand in it as the lines of security events name them', async () => {
  const by: Operator = {
    kind: 'operator',
    name: 'olga@office',
    reason: 'asked by Anna@Buyer.example. And (boris@buyer.example)!',
  }
  await transact(world.app.db, (tx) =>
    noteChange(tx, world.app, by, { verb: 'users close', kind: 'person', id: 8 }),
  )
  const [entry] = await auditOf(world.app)
  const name = (address: string) => `address ${addressName(world.app.secret, address)}`
  expect(entry?.actor).toBe(name('olga@office'))
  expect(entry?.reason).toBe(`asked by ${name('anna@buyer.example')}. And (${name('boris@buyer.example')})!`)
  await expectSoundLedger(world.app)
})

test('handles in a reason are no addresses', async () => {
  const by: Operator = { kind: 'operator', name: 'Olga', reason: 'renamed from "@anna" to (@anna_bakes)' }
  await transact(world.app.db, (tx) =>
    noteChange(tx, world.app, by, { verb: 'channels edit', kind: 'channel', id: 8 }),
  )
  expect((await auditOf(world.app))[0]?.reason).toBe(by.reason)
  await expectSoundLedger(world.app)
})

test('is read newest first, by subject and by date', async () => {
  const { app, clock } = world
  const note = (kind: 'person' | 'channel', id: number) =>
    transact(app.db, (tx) => noteChange(tx, app, OPERATOR, { verb: 'users close', kind, id }))
  await note('person', 90)
  clock.advance({ days: 2 })
  await note('channel', 90)
  await note('person', 90)
  const read = async (wanted: Partial<Parameters<typeof listEntries>[1]>) => {
    const entries = await listEntries(app.db, {
      subjects: null,
      since: null,
      after: null,
      limit: 50,
      ...wanted,
    })
    return entries.map(({ kind, subject }) => `${kind} ${subject}`)
  }
  expect(await read({ limit: 2 })).toEqual(['person 90', 'channel 90'])
  expect(await read({ subjects: [{ kind: 'person', id: '90' }] })).toEqual(['person 90', 'person 90'])
  expect(await read({ since: new Date(clock.now().getTime() - 86_400_000) })).toEqual([
    'person 90',
    'channel 90',
  ])
})

test('of a person who is gone it keeps the number only', async () => {
  const { app } = world
  const { id, email } = await makePerson(app, { email: 'gone@buyer.example', username: 'Genoveva' })
  await grantUses(app, OPERATOR, { kind: 'person', holderId: id, amount: 3, key: 'key' })
  expect(await closeAccount(app, OPERATOR, id)).toBe(true)
  expect(await closeAccount(app, OPERATOR, id)).toBe(false)
  const entries = await listEntries(app.db, {
    subjects: [{ kind: 'person', id: String(id) }],
    since: null,
    after: null,
    limit: 50,
  })
  expect(entries.map(({ verb, after }) => [verb, after])).toEqual([
    ['users close', null],
    ['users grant', { uses: 3 }],
  ])
  const text = JSON.stringify(entries)
  for (const personal of [email, 'Genoveva', addressName(app.secret, email)])
    expect(text).not.toContain(personal)
})
