import { beforeAll, expect, it } from 'vitest'
import { logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { runs } from '#test/support/fast-check.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { insertPromocode, listPromocodes } from './promocodes.sql.ts'

const PEOPLE = runs(1_000)
const PLACES = 10
const TIMEOUT = 120_000

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
beforeAll(async () => {
  // On a busy machine, opening a thousand sockets takes longer than one request may.
  world.fastify.server.requestTimeout = 0
  world.fastify.server.headersTimeout = 0
})

it(
  `${PEOPLE} people send a code with ${PLACES} places at the same moment: exactly ${PLACES} get its uses`,
  async () => {
    const { app } = world
    const code = { code: 'STAMPEDE', uses: 10, places: PLACES, lastDate: null }
    await insertPromocode(app.db, code, app.clock.now())
    const people: TestPerson[] = []
    const clients: TestClient[] = []
    for (let made = 0; made < PEOPLE; made++) {
      const person = await makePerson(app)
      people.push(person)
      clients.push(await logIn(world, person))
    }
    const answers = await sendTogether(
      world.baseUrl,
      clients.map((client) => ({
        method: 'PUT',
        path: '/api/promocode',
        headers: client.headers(),
        body: { promocode: 'STAMPEDE' },
      })),
    )
    const winners = people.filter((_, place) => answers[place]?.status === 200)
    const refused = answers.filter(({ status, text }) => status === 400 && text.includes('"promocode_ended"'))
    expect([winners.length, refused.length]).toEqual([PLACES, PEOPLE - PLACES])
    let uses = 0
    for (const { id } of people) uses += await usesOf(app, id)
    expect(uses).toBe(PLACES * 10)
    expect(await listPromocodes(app.db)).toMatchObject([{ code: 'STAMPEDE', activated: PLACES }])
    // A refused person has no mark of it and may try another code.
    const remembered = await app.db.selectFrom('gift_given').selectAll().execute()
    expect(remembered).toHaveLength(PLACES)
    await expectSoundLedger(app)
  },
  TIMEOUT,
)
