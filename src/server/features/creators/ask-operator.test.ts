import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCommandLine } from '#test/support/run-cli.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { mailsTo, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { answerRequest, dueAfter } from './ask-operator.ts'
import { countRequests, findRequest, openRequests, purgeRequests } from './requests.sql.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({
    env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=3/86400', PUBLIC_URL: 'http://localhost:3000' },
  })
})
afterAll(() => world[Symbol.asyncDispose]())

/** The token of a link that somebody asked for. */
async function tokenFor(address: string): Promise<string> {
  await world.client().call('POST /creator/link', { body: { address } })
  const [letter] = await waitForMails(world, address, 1)
  return /creator\?token=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? ''
}

const ask = (token: string, text = 'Where did you find it?') =>
  world.client().call('POST /creator/request', { body: { token, kind: 'source', text } })

test('is due after ten working days in Moscow', () => {
  // 26 November 2026 is a Thursday.
  expect(dueAfter(new Date('2026-11-26T09:00:00Z'))).toBe('2026-12-10')
  expect(dueAfter(new Date('2026-11-26T21:00:00Z'))).toBe('2026-12-11')
  expect(dueAfter(new Date('2026-11-28T09:00:00Z'))).toBe('2026-12-11')
  expect(dueAfter(new Date('2026-11-29T09:00:00Z'))).toBe('2026-12-11')
})

test('a request is kept with its deadline and answered once, by a letter in its language', async () => {
  const address = 'asks@creator.example'
  const token = await tokenFor(address)
  const answer = await ask(token)
  expect(answer.body.data).toEqual({ dueOn: '2026-03-24' })
  const [request] = await openRequests(world.app.db, 10)
  expect(request).toMatchObject({ address, kind: 'source', language: 'en', dueOn: '2026-03-24' })
  expect(await countRequests(world.app.db, '2026-03-24')).toEqual({ open: 1, late: 0 })
  expect(await countRequests(world.app.db, '2026-03-25')).toEqual({ open: 1, late: 1 })

  const requestId = request!.id
  const text = 'On your own page.\n\nYou can remove it\nwith the same link.'
  const outcomes = await Promise.all(
    [1, 2].map(() => answerRequest(world.app, OPERATOR, { requestId, text })),
  )
  expect(outcomes.toSorted()).toEqual(['answered', 'answered before'])
  const [letter] = await waitForMails(world, address, 2)
  expect(letter?.subject).toBe('Our answer about your address in Channelbook')
  expect(letter?.text).toContain('You can remove it with the same link.')
  expect(await openRequests(world.app.db, 10)).toEqual([])
  const [entry] = await auditOf(world.app)
  expect(entry).toMatchObject({
    verb: 'requests answer',
    kind: 'request',
    after: { late: false, byLetter: true },
  })
  expect(JSON.stringify(entry)).not.toContain(address)
})

test('one that was answered elsewhere sends no letter; all go a year after the answer', async () => {
  const address = 'by.post@creator.example'
  await ask(await tokenFor(address))
  const [request] = await openRequests(world.app.db, 10)
  const requestId = request!.id
  expect(await answerRequest(world.app, OPERATOR, { requestId, text: null })).toBe('answered')
  expect(await mailsTo(world, address)).toHaveLength(1)
  const after = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)
  await purgeRequests(world.app.db, after(364))
  expect(await findRequest(world.app.db, requestId)).toBeDefined()
  await purgeRequests(world.app.db, after(365))
  expect(await findRequest(world.app.db, requestId)).toBeUndefined()
})

test('forged links ask nothing, and an address asks three times a day', async () => {
  expect((await ask('forged')).body.error?.code).toBe('wrong_token')
  const token = await tokenFor('often@creator.example')
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await ask(token)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await ask(token, ' ')).status).toBe(400)
  expect((await ask(token, 'x'.repeat(2_001))).status).toBe(400)
})

test('commands list, show and add requests, and answer them', async () => {
  await using line = await openCommandLine(world)
  const file = new URL('../../../../LICENSE', import.meta.url).pathname
  const added = await line.run(
    'requests',
    'add',
    'letter@creator.example',
    '--kind',
    'copy',
    '--received',
    '2026-03-01',
    '--file',
    file,
  )
  expect([added.code, added.out]).toEqual([0, expect.stringMatching(/^It is kept as request \d+\.\n$/)])
  const id = /\d+/.exec(added.out)![0]
  expect((await line.run('requests', 'list')).out).toContain(
    `request ${id}  copy  received 2026-03-01  due 2026-03-13`,
  )
  expect((await line.run('requests', 'show', id)).out).toContain('from letter@creator.example')
  const answered = await line.run('requests', 'answer', id, '--elsewhere', '--reason', 'by post')
  expect(answered.out).toBe('The request is answered.\n')
  expect((await line.run('requests', 'answer', '987654', '--elsewhere', '--reason', 'x')).code).toBe(1)
}, 60_000)
