import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { transact } from '#server/db/connect.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { asBuyer, makeChannels, makePerson } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { decideByHand } from './decide-report.ts'
import { openReports } from './open-reports.sql.ts'
import { reportContact } from './report-contact.ts'

const RUNS = runs(60)
const PEOPLE = 3
const CHANNELS = 5
const GIFTS = 3
const GRANTED = 3

const world = useTestApp({ env: { RATE_LIMITS: 'off', CREATOR_NOTICE: 'off' } })

const at = fc.record({ person: fc.nat(PEOPLE - 1), channel: fc.nat(CHANNELS - 1) })
const step = fc.oneof(
  fc.record({ do: fc.constant('reveal' as const), at }),
  fc.record({
    do: fc.constant('report' as const),
    at,
    says: fc.constantFrom('postfix-source', 'exim', 'yandex-ru', 'full', 'wrong_person', 'no_mailbox'),
  }),
  fc.record({ do: fc.constant('decide' as const), isCredited: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
)

/** Whatever comes at the same moment may be refused, and nothing else may go wrong. */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

test(
  'whatever people who lie together report, in whatever order and at once, each gets back at most own uses, and nothing goes off sale',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 25 }),
        async (rounds) => {
          const channels = await makeChannels(world.app, CHANNELS)
          const now = world.clock.now()
          const people = await Promise.all(
            Array.from({ length: PEOPLE }, () => makePerson(world.app, { uses: GRANTED })),
          )
          for (const { id: holderId } of people)
            await transact(world.app.db, (tx) =>
              giveUses(tx, { holderId, kind: 'welcome', amount: GIFTS, now }),
            )
          const automatic: { readonly person: number; readonly on: number }[] = []
          const take = async (one: (typeof rounds)[number][number]): Promise<unknown> => {
            if (one.do === 'wait') return world.clock.advance({ days: one.days })
            if (one.do === 'decide') {
              const [open] = await openReports(world.app.db, 1)
              if (open === undefined) return undefined
              return decideByHand(world.app, OPERATOR, { reportId: open.id, isCredited: one.isCredited })
            }
            const [person, channel] = [people[one.at.person]!, channels[one.at.channel]!]
            const { id: holderId } = person
            if (one.do === 'reveal')
              return attempt(() =>
                revealContact(world.app, { ...asBuyer(holderId), channelId: channel.channelId }),
              )
            const { rows } = await sql<{ id: number }>`
            select transaction_id as id from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = reveal_id
            where purchase.holder_id = ${holderId} and channel_id = ${channel.id}`.execute(world.app.db)
            if (rows[0] === undefined) return undefined
            const given =
              one.says === 'wrong_person' || one.says === 'no_mailbox'
                ? { kind: one.says }
                : {
                    kind: 'bounced' as const,
                    evidence: bounceOf(channel.addresses[0]!, one.says).replaceAll(
                      '24 Nov 2026',
                      '24 Nov 2036',
                    ),
                  }
            const answer = await attempt(() =>
              reportContact(world.app, { ...asBuyer(holderId), transactionId: rows[0]!.id, ...given }),
            )
            if (answer?.state === 'credited')
              automatic.push({ person: holderId, on: world.clock.now().getTime() })
            return answer
          }
          for (const round of rounds) await Promise.all(round.map(take))

          const { rows: withheld } = await sql`
          select from address where is_undeliverable`.execute(world.app.db)
          expect(withheld).toEqual([])
          for (const { id } of people) {
            expect(await usesOf(world.app, id)).toBeLessThanOrEqual(GRANTED + GIFTS)
            const own = automatic.filter(({ person }) => person === id).map(({ on }) => on)
            for (const on of own)
              expect(
                own.filter((other) => other <= on && other > on - 30 * 86_400_000).length,
              ).toBeLessThanOrEqual(3)
          }
          await expectSoundLedger(world.app)
        },
      ),
      { numRuns: RUNS },
    )
  },
  60_000 + RUNS * 8_000,
)
