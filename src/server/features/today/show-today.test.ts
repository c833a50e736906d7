import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type CommandKey, type CommandOutput, commands } from '#shared/api/commands.ts'
import { transact } from '#server/db/connect.ts'
import { keepCheck } from '#server/db/invariant-checks.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { giveAllowance } from '#server/features/uses/ledger.sql.ts'
import { openQueue } from '#server/jobs/jobs.ts'
import { mailJob } from '#server/jobs/send-mail.ts'
import { runCommand } from '#server/run-command.ts'
import { asBuyer, give, logIn, makeChannels, makePayment, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { openPayment, until } from '#test/support/pay.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ notifies: false })

const run = <K extends CommandKey>(key: K, given: Readonly<Record<string, unknown>> = {}) =>
  runCommand(world.app, 'Olga', key, given)

/** Three days with some of everything, and with work that waits. */
beforeAll(async () => {
  const { app, clock } = world
  const reason = 'a test'
  const channels = await makeChannels(app, 9)
  for (const day of [0, 1, 2]) {
    // Minutes before and after midnight in Moscow.
    clock.set(`2026-03-${11 + day}T20:58:00.000Z`)
    const anna = await makePerson(app, { uses: 4 })
    clock.advance({ minutes: 3 })
    const boris = await makePerson(app)
    await run('users take', { who: String(anna.id), uses: 1 + day, reason })
    const { id, payment } = await openPayment(world, await logIn(world, boris), { packageId: 1 })
    world.yookassa.provider.pay(payment, '5555555555554444')
    await run('payments settle', { id })
    const opened = []
    for (const { channelId } of channels.slice(day * 3, day * 3 + 3)) {
      await revealContact(app, { ...asBuyer(boris.id), channelId })
      opened.push(channelId)
      clock.advance({ minutes: 1 })
    }
    const { rows: reveals } = await sql<{
      id: number
    }>`select id from reveal where holder_id = ${boris.id} order by id`.execute(app.db)
    await sql`
      insert into bad_contact_report (holder_id, actor_id, reveal_id, contact_id, kind, state, reason, reported_at, decided_at)
      select holder_id, holder_id, id, contact_id, 'bounced', state, reason, ${clock.now()}, decided from (
        select *, row_number() over (order by id) as number from reveal where holder_id = ${boris.id}) own
      join (values (1, 'credited', 'gone', ${clock.now()}::timestamptz), (2, 'review', 'unclear', null)) one (place, state, reason, decided)
        on number = place`.execute(app.db)
    await give(app, {
      holderId: boris.id,
      kind: 'warranty',
      revealId: reveals[0]!.id,
      cause: 'report',
      amount: 1,
    })
    if (day > 0) await run('payments refund', { id, reason, cause: 'contacts' })
    const subscription = { holderId: anna.id, now: clock.now() }
    await transact(app.db, async (tx) => {
      const paymentId = randomUUID()
      await makePayment(tx, { ...subscription, id: paymentId, packageId: 4 })
      await giveAllowance(tx, { ...subscription, paymentId })
    })
    const third = randomUUID()
    await transact(app.db, (tx) =>
      makePayment(tx, { id: third, holderId: anna.id, packageId: 2, now: clock.now() }),
    )
    await give(app, { holderId: anna.id, kind: 'package', paymentId: third, amount: 50 })
    if (day > 0) await sql`update payment set receipt = 'canceled' where id = ${third}`.execute(app.db)
    const open = await openPayment(world, await logIn(world, anna), { packageId: 3 })
    if (day > 1)
      await sql`update payment set uncredited_since = ${clock.now()} where id = ${open.id}`.execute(app.db)
    const received = `2026-03-0${1 + day}`
    await run('requests add', {
      address: `owner${day}@creator.example`,
      kind: 'copy',
      received,
      text: 'What do you keep?',
    })
  }
  await app.db
    .updateTable('creator_request')
    .set({ due_on: '2026-03-10' })
    .where('address', '=', 'owner1@creator.example')
    .execute()
  await keepCheck(app.db, { name: 'a-rule', offences: 2, checkedAt: clock.now() })
  await keepCheck(app.db, { name: 'another-rule', offences: 0, checkedAt: clock.now() })
  const { databaseUrl } = world
  const queue = await openQueue({
    databaseUrl,
    queues: [mailJob],
    log: app.log,
    primary: undefined,
    isWorker: false,
  })
  await queue.stop({ graceful: false })
  await sql`
    insert into pgboss.job (name, state, start_after) select 'mail', state::pgboss.job_state, now() + interval '1 hour'
    from unnest('{failed, failed, created}'::text[]) state`.execute(app.db)
  // The emails of what happened are sent meanwhile.
  await until(async () => (await run('today jobs', { emails: true })).total?.jobs === 1)
})

interface Listed {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly total: Readonly<Record<string, number>> | null
}

/** All rows of a list, read in pages of two. */
async function readAll(command: string, given: Readonly<Record<string, unknown>>): Promise<Listed> {
  const rows: Readonly<Record<string, unknown>>[] = []
  let [after, total]: [string | null | undefined, Listed['total']] = [undefined, null]
  const isPaged = 'after' in commands[command as CommandKey].input.shape
  while (after !== null) {
    const page: unknown = await run(command as CommandKey, {
      ...given,
      ...(isPaged && { limit: 2, ...(after !== undefined && { after }) }),
    })
    if (Array.isArray(page)) return { rows: page, total: null }
    const answer = page as Listed & { readonly next: string | null }
    rows.push(...answer.rows)
    total ??= answer.total
    after = answer.next
  }
  return { rows, total }
}

type Unit = CommandOutput<'today show'>['daily'][number]['unit']

const valueOf = (unit: Unit, { kopecks, amount, uses, jobs }: Readonly<Record<string, unknown>>) =>
  Number(unit === 'count' ? (jobs ?? 1) : unit === 'uses' ? uses : (kopecks ?? amount))

/** What a list says of a figure: the sum of its rows, which its own total must be. */
async function sumOf(unit: Unit, command: string, given: Readonly<Record<string, unknown>>) {
  const { rows, total } = await readAll(command, given)
  const sum = rows.reduce((all, row) => all + valueOf(unit, row), 0)
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
  if (total !== null) expect([command, total['jobs'] ?? total[unit]]).toEqual([command, sum])
  return { sum, rows }
}

it('each figure of a day is the sum of the list that it leads to', async () => {
  const { days, daily } = await run('today show', { since: '2026-03-10', until: '2026-03-15' })
  expect(days).toEqual(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'])
  for (const { metric, unit, list, values } of daily) {
    const sums = []
    for (const day of days)
      sums.push((await sumOf(unit, list.command, { ...list.input, since: day, until: day })).sum)
    expect([metric, values]).toEqual([metric, sums])
    // On one side of midnight or the other, and on no other day.
    expect([metric, values[0], values[5], values.some((value) => value > 0)]).toEqual([metric, 0, 0, true])
    const whole = await sumOf(unit, list.command, { ...list.input, since: days[0], until: days.at(-1) })
    expect([metric, whole.sum]).toEqual([metric, sums.reduce((all, sum) => all + sum, 0)])
  }
})

it('each figure of now is the sum of the list that it leads to', async () => {
  const { standing, nextDue, checkedAt } = await run('today show')
  for (const { metric, unit, list, value } of standing) {
    const { sum, rows } = await sumOf(unit, list.command, list.input)
    const late = rows.filter(({ state }) => state === 'late').length
    expect([metric, value]).toEqual([metric, metric === 'requests_late' ? late : sum])
    expect([metric, value > 0]).toEqual([metric, metric !== 'invoices'])
  }
  expect(nextDue).toBe('2026-03-10')
  expect(checkedAt).toEqual(world.clock.now())
  await expectSoundLedger(world.app)
})

it('refuses days in the wrong order or too many, and what is no place of a list', async () => {
  const refused = (key: CommandKey, given: Readonly<Record<string, unknown>>) =>
    expect(run(key, given)).rejects.toMatchObject({ code: 'wrong_field' })
  await refused('today show', { since: '2026-03-02', until: '2026-03-01' })
  await refused('today show', { since: '2025-03-02', until: '2026-03-01' })
  for (const key of [
    'payments list',
    'payments refunds',
    'users list',
    'reveals list',
    'uses entries',
    'uses owed',
  ] as const)
    for (const after of ['x', Buffer.from('2026-03-10T09:00:00.000Z x').toString('base64url')])
      await refused(key, { after })
})
