import { expect, test } from 'vitest'
import { asBuyer, makeChannels, makePerson } from '#test/support/factories.ts'
import { runs } from '#test/support/fast-check.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { startServerProcess } from '#test/support/server-process.ts'
import { systemClock } from '#server/clock.ts'
import { quoteReveals } from './quote-reveals.ts'
import { readResults } from './quotes.sql.ts'
import { bulkRevealJob, startBulkReveal } from './reveal-in-bulk.ts'

const KILLS = runs(30)
const LINES = 25

test(`${KILLS} servers killed amid bulk reveals of ${LINES} channels leave nothing spent twice, and the rest is done after them`, async () => {
  await using database = await createTestDatabase()
  await using app = await createLedgerWorld(database.url)
  app.clock.set(systemClock.now().toISOString())
  const env = { CREATOR_NOTICE: 'off' }
  const channels = await makeChannels(app, LINES)
  const channelIds = channels.map(({ channelId }) => channelId)
  let amid = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const person = await makePerson(app, { uses: LINES })
    const dying = await startServerProcess(database.url, {
      env,
      ...(kill % 3 === 0 && { stayAt: 'reveal.charged' }),
    })
    const { quoteId } = await quoteReveals(app, { ...asBuyer(person.id), channelIds })
    const own = { ...asBuyer(person.id), quoteId }
    await startBulkReveal(app, own)
    if (kill % 3 === 0) await dying.reached('reveal.charged')
    else await dying.reached('reveal.committed', (kill % 4) * 5 + 1)
    await dying.kill()
    const left = (await readResults(app.db, own)).filter(({ result }) => result === null)
    amid += left.length > 0 ? 1 : 0
    expect(await usesOf(app, person.id)).toBe(left.length)

    await bulkRevealJob.run(app, { holderId: person.id, quoteId })
    const results = await readResults(app.db, own)
    expect(results.map(({ result }) => result)).toEqual(Array(LINES).fill('revealed'))
    expect(await usesOf(app, person.id)).toBe(0)
  }
  expect(amid).toBeGreaterThan(0)
  await expectSoundLedger(app)
})
