import { expect, test } from 'vitest'
import { makeChannels, makePerson, makeTeam } from '#test/support/factories.ts'
import { runs } from '#test/support/fast-check.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { startServerProcess } from '#test/support/server-process.ts'
import { systemClock } from '#server/clock.ts'
import { quoteReveals } from './quote-reveals.ts'
import { readResults } from './quotes.sql.ts'
import { bulkRevealJob, startBulkReveal } from './reveal-in-bulk.ts'

const KILLS = runs(30)
const BUYERS = 10
/** With each kill. `PROPERTY_RUNS=33 BULK_CHANNELS=1000` makes a million reveals. */
const CHANNELS = Number(process.env['BULK_CHANNELS'] ?? 30)

test(
  `${KILLS} servers killed amid bulk reveals of ${CHANNELS} channels by ${BUYERS} buyers leave nothing spent twice, and the rest is done after them`,
  async () => {
    await using database = await createTestDatabase()
    await using app = await createLedgerWorld(database.url, { RATE_LIMITS: 'off' })
    app.clock.set(systemClock.now().toISOString())
    const [owner, ...buyers] = await Promise.all(Array.from({ length: BUYERS + 1 }, () => makePerson(app)))
    const holderId = await makeTeam(app, {
      owner: owner!,
      members: buyers.map((buyer) => [buyer, 'buyer']),
      uses: KILLS * CHANNELS,
    })
    let amid = 0
    for (let kill = 1; kill <= KILLS; kill += 1) {
      app.clock.set(systemClock.now().toISOString())
      const channels = await makeChannels(app, CHANNELS)
      // Two buyers ask for each channel, in different orders.
      const quotes = await Promise.all(
        buyers.map(async ({ id: actorId }, place) => {
          const share = channels.filter((_, at) => at % BUYERS === place || (at + 1) % BUYERS === place)
          const asked = place % 2 === 0 ? share : share.toReversed()
          const channelIds = asked.map(({ channelId }) => channelId)
          const { quoteId, cost } = await quoteReveals(app, { holderId, actorId, channelIds })
          return { holderId, actorId, quoteId, cost }
        }),
      )
      const quoted = quotes.reduce((sum, { cost }) => sum + cost, 0)
      const read = async () => (await Promise.all(quotes.map((own) => readResults(app.db, own)))).flat()
      const revealed = (lines: Awaited<ReturnType<typeof read>>) =>
        lines.filter(({ result }) => result === 'revealed').map(({ channelId }) => channelId)
      for (const own of quotes) await startBulkReveal(app, own)

      const dying = await startServerProcess(database.url, {
        env: { CREATOR_NOTICE: 'off' },
        ...(kill % 3 === 0 && { stayAt: 'reveal.charged' }),
      })
      if (kill % 3 === 0) await dying.reached('reveal.charged')
      else await dying.reached('reveal.committed', Math.floor((quoted * (kill % 4)) / 5) + 1)
      await dying.kill()
      const cutShort = await read()
      amid += cutShort.some(({ result }) => result === null) ? 1 : 0
      const before = (KILLS - kill + 1) * CHANNELS
      expect(await usesOf(app, holderId)).toBe(before - revealed(cutShort).length)

      await Promise.all(quotes.map((own) => bulkRevealJob.run(app, own)))
      const results = await read()
      expect(revealed(results).toSorted()).toEqual(channels.map(({ channelId }) => channelId).toSorted())
      const already = results.filter(({ result }) => result === 'already').length
      expect(quoted - already).toBe(CHANNELS)
      expect(await usesOf(app, holderId)).toBe(before - CHANNELS)
    }
    expect(amid).toBeGreaterThan(0)
    await expectSoundLedger(app)
  },
  KILLS * (30_000 + CHANNELS * 100),
)
