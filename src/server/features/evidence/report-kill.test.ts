import { expect, test } from 'vitest'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { createKillWorld, orNothing } from '#test/support/kill-world.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createKillWorld)

test.each([
  ['report.decided', 0, 'credited'],
  ['report.committed', 1, 'already_reported'],
] as const)(
  'a server killed at %s leaves a balance of %i, and a retry ends with one use: %s',
  async (point, left, answer) => {
    const { survivor: app } = world
    const [person, channel] = [await makePerson(app, { uses: 1 }), await makeChannel(app)]
    const dying = await world.startDying(point)
    const client = await logIn({ app, client: () => world.browser({ at: dying }) }, person)
    await client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const [record] = (await client.call('GET /purchases')).body.data
    const call = {
      params: { transactionId: record!.transaction_id },
      // Written after the purchase, which the real clock dates.
      body: { kind: 'bounced' as const, evidence: bounceOf(channel.addresses[0]!, 'exim') },
    }
    const unanswered = orNothing(client.call('POST /purchases/{transactionId}/report', call))
    await dying.reached(point)
    await dying.kill()
    expect(await unanswered).toBe('nothing')
    expect(await usesOf(app, person.id)).toBe(left)

    const again = await world.browser({ of: client }).call('POST /purchases/{transactionId}/report', call)
    expect(again.body.data?.state ?? again.body.error?.code).toBe(answer)
    expect(await usesOf(app, person.id)).toBe(1)
    await expectSoundLedger(app)
  },
)
