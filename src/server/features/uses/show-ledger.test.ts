import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { Refusal } from '#server/refusal.ts'
import { runCommand } from '#server/run-command.ts'
import { asBuyer, give, makeChannels, makePayment, makePerson, makeTeam } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { auditOf } from '#test/support/operator.ts'
import { shared } from '#test/support/shared.ts'
import { readBalance, type StatementLine } from './balance.sql.ts'
import { giveAllowance, withdrawUses } from './ledger.sql.ts'
import { usesInvariants } from './uses-invariants.sql.ts'

const world = shared(() => createLedgerWorld())
afterAll(() => expectSoundLedger(world, usesInvariants))

const why = 'a mistake'
const take = (who: string | number, uses: number, isDryRun = false) =>
  runCommand(world, 'Olga', 'users take', { who: String(who), uses, reason: why, isDryRun })
const takeFrom = (team: number, uses: number) =>
  runCommand(world, 'Olga', 'teams take', { team, uses, reason: why })

async function statementOf(who: number): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page = await runCommand(world, 'Olga', 'uses ledger', {
      who: String(who),
      limit: 3,
      ...(after !== undefined && { after }),
    })
    lines.push(...page.rows)
    after = page.next
  }
  return lines
}

/** What a step may be refused with. */
const unless = (code: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== code) throw error
}

const step = fc.oneof(
  fc.record({ do: fc.constantFrom('grant', 'package', 'take'), uses: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constantFrom('reveal', 'allowance', 'refund', 'wait'), uses: fc.constant(0) }),
)

it('a statement adds up line by line, and its last balance is the balance', { timeout: 60_000 }, async () => {
  const channels = await makeChannels(world, 30)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { id: holderId } = await makePerson(world)
      const bought: string[] = []
      let next = 0
      for (const { do: what, uses } of steps) {
        world.clock.advance({ minutes: 1 })
        const now = world.clock.now()
        if (what === 'wait') world.clock.advance({ hours: 13 })
        if (what === 'grant')
          await give(world, { holderId, kind: 'grant', grantKey: randomUUID(), note: 'a test', amount: uses })
        if (what === 'take') await take(holderId, uses).catch(unless('granted_less'))
        if (what === 'reveal')
          await revealContact(world, {
            ...asBuyer(holderId),
            channelId: channels[(next += 1)]!.channelId,
          }).catch(unless('no_uses'))
        if (what === 'refund' && bought.length > 0)
          await transact(world.db, (tx) => withdrawUses(tx, { holderId, paymentId: bought.at(-1)!, now }))
        if (what === 'package' || what === 'allowance') {
          const payment = randomUUID()
          bought.push(payment)
          const packageId = what === 'allowance' ? 4 : 1
          await transact(world.db, (tx) => makePayment(tx, { id: payment, holderId, packageId, now }))
          if (what === 'allowance')
            await transact(world.db, (tx) => giveAllowance(tx, { holderId, paymentId: payment, now }))
          else await give(world, { holderId, kind: 'package', paymentId: payment, amount: 10 })
        }
      }
      const lines = await statementOf(holderId)
      const { balance, today } = await readBalance(world.db, holderId, world.clock.now())
      expect(lines[0]?.balance ?? 0).toBe(balance)
      expect(balance + (today?.left ?? 0)).toBe(await usesOf(world, holderId))
      for (const [at, { balance: after, amount, lot }] of lines.entries())
        expect(after).toBe((lines[at + 1]?.balance ?? 0) + (lot === 'day' ? 0 : amount))
    }),
    { numRuns: runs(200) },
  )
})

it('takes unspent granted uses back, the newest first, and nothing that was paid', async () => {
  const { id, email } = await makePerson(world, { uses: 3 })
  const payment = randomUUID()
  await transact(world.db, (tx) =>
    makePayment(tx, { id: payment, holderId: id, packageId: 1, now: world.clock.now() }),
  )
  await give(world, { holderId: id, kind: 'package', paymentId: payment, amount: 10 })
  await give(world, { holderId: id, kind: 'grant', grantKey: 'later', note: 'too many', amount: 5 })
  const [channel] = await makeChannels(world, 1)
  await revealContact(world, { ...asBuyer(id), channelId: channel!.channelId })
  await expect(take(email, 8)).rejects.toMatchObject({ code: 'granted_less', extras: { uses: 7 } })
  expect(await take(email, 6, true)).toEqual({ id, taken: 6, left: 1 })
  expect(await usesOf(world, id)).toBe(17)
  expect(await take(email, 6)).toEqual({ id, taken: 6, left: 1 })
  expect(await usesOf(world, id)).toBe(11)
  const lines = await statementOf(id)
  expect(lines.slice(0, 2).map(({ reason, amount, note }) => [reason, amount, note])).toEqual(
    expect.arrayContaining([
      ['taken', -5, 'too many'],
      ['taken', -1, 'a test'],
    ]),
  )
  expect((await auditOf(world))[0]).toMatchObject({
    verb: 'users take',
    kind: 'person',
    reason: 'a mistake',
    after: { uses: -6 },
  })
  await expect(take('nobody@buyer.example', 1)).rejects.toMatchObject({ code: 'no_such_person' })
})

it('takes from a team, and two at once never take more than there is', async () => {
  const team = await makeTeam(world, { owner: await makePerson(world), uses: 10 })
  const ended = await Promise.allSettled([takeFrom(team, 6), takeFrom(team, 6)])
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await usesOf(world, team)).toBe(4)
  expect((await auditOf(world))[0]).toMatchObject({ verb: 'teams take', subject: String(team) })
})
