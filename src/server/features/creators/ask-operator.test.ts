import { expect, test } from 'vitest'
import type { RequestKind } from '#shared/rules/creators.ts'
import { openCommandLine } from '#test/support/run-cli.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { allMailsTo, isReceipt, mailsTo, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { addRequest, answerRequest, dueAfter } from './ask-operator.ts'
import { countRequests, findRequest, openRequests, purgeRequests } from './requests.sql.ts'

const world = useTestApp({
  env: {
    RATE_LIMITS: 'off',
    LIMITS: 'verification_day=3/86400',
    PUBLIC_URL: 'http://localhost:3000',
    SUPPORT_EMAIL: 'help@books.example',
  },
})

/** The token of a link that somebody asked for. */
async function tokenFor(address: string): Promise<string> {
  await world.client().call('POST /creator/link', { body: { address } })
  const [message] = await waitForMails(world, address, 1)
  return /creator\?token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
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

test('a request is kept with its deadline and answered once, by an email in its language', async () => {
  const address = 'asks@creator.example'
  const token = await tokenFor(address)
  const answer = await ask(token)
  expect(answer.body.data).toEqual({ dueOn: '2026-03-24' })
  // Sent twice, e.g. because the answer was lost.
  expect((await Promise.all([ask(token), ask(token)])).map(({ body }) => body.data)).toEqual([
    answer.body.data,
    answer.body.data,
  ])
  await expect
    .poll(async () => (await allMailsTo(world, address)).filter(isReceipt))
    .toMatchObject([
      { subject: 'We have received your message', text: expect.stringContaining('Where did you find it?') },
    ])
  const [request] = await openRequests(world.app.db, 10)
  expect(request).toMatchObject({ address, kind: 'source', language: 'en', dueOn: '2026-03-24' })
  expect(await countRequests(world.app.db, '2026-03-24')).toEqual({ open: 1, late: 0 })
  expect(await countRequests(world.app.db, '2026-03-25')).toEqual({ open: 1, late: 1 })

  const requestId = request!.id
  const text = 'On your own page.\n\nYou can remove it\nwith the same link.'
  const outcomes = await Promise.all(
    [1, 2].map(() => answerRequest(world.app, OPERATOR, { request: requestId, text, elsewhere: false })),
  )
  expect(outcomes.filter(({ isChanged }) => isChanged)).toHaveLength(1)
  const [message] = await waitForMails(world, address, 2)
  expect(message?.subject).toBe('Our answer about your address in Channelbook')
  expect(world.mail.inbox.list(address)[0]?.replyTo).toBe('help@books.example')
  expect(message?.text).toMatch(
    /^Hello,\n\nYou asked us on 10 March 2026\. Our answer:\n\nOn your own page\.\n\n/,
  )
  expect(message?.text).toContain(
    'You can remove it with the same link.\n\nThe Channelbook team, help@books.example\n\n--',
  )
  expect(await openRequests(world.app.db, 10)).toEqual([])
  const [entry] = await auditOf(world.app)
  expect(entry).toMatchObject({
    verb: 'requests answer',
    kind: 'request',
    after: { late: false, byEmail: true },
  })
  expect(JSON.stringify(entry)).not.toContain(address)
})

test('one that was answered elsewhere sends no email; all go a year after the answer', async () => {
  const address = 'by.post@creator.example'
  await ask(await tokenFor(address))
  const [request] = await openRequests(world.app.db, 10)
  const requestId = request!.id
  expect(await answerRequest(world.app, OPERATOR, { request: requestId, elsewhere: true })).toEqual({
    isChanged: true,
  })
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
  for (const time of [1, 1, 2, 3, 4, 3]) statuses.push((await ask(token, `Message ${time}`)).status)
  // What is asked once more is not counted.
  expect(statuses).toEqual([200, 200, 200, 200, 429, 200])
  expect((await ask(token, ' ')).status).toBe(400)
  expect((await ask(token, 'x'.repeat(2_001))).status).toBe(400)
})

test('an email is kept once, also of several commands at once, and not with a date to come', async () => {
  const message = {
    address: 'post@creator.example',
    kind: 'copy' as RequestKind,
    text: 'What do you keep?',
    language: 'en' as const,
    received: '2026-03-09',
  }
  const add = (other: Partial<typeof message> = {}) =>
    addRequest(world.app, OPERATOR, { ...message, ...other })
  const outcomes = await Promise.allSettled([add(), add(), add({ text: 'What do you keep' })])
  const [id] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toMatchObject(Array.from({ length: 2 }, () => ({ code: 'request_kept', extras: { id } })))
  const entries = await auditOf(world.app)
  expect(entries.filter(({ verb }) => verb === 'requests add')).toHaveLength(1)
  // One that came by the page at the same instant is another one.
  await world.app.db
    .insertInto('creator_request')
    .values({
      address: message.address,
      kind: 'source',
      text: 'Where did you find it?',
      language: 'en',
      received_at: new Date(`${message.received}T00:00:00+03:00`),
      due_on: '2026-03-24',
    })
    .execute()
  await add({ kind: 'source' })
  await add({ received: '2026-03-10' })
  await expect(add({ received: '2026-03-11' })).rejects.toMatchObject({ code: 'request_to_come' })
})

test('commands list, show and add requests, and answer them', async () => {
  await using line = await openCommandLine(world)
  const file = new URL('../../../../LICENSE', import.meta.url).pathname
  const add = (received: string) =>
    line.run(
      'requests',
      'add',
      'email@creator.example',
      '--kind',
      'copy',
      '--received',
      received,
      '--file',
      file,
    )
  const added = await add('2026-03-01')
  expect([added.code, added.out]).toEqual([0, expect.stringMatching(/^It is kept as request \d+\.\n$/)])
  const id = /\d+/.exec(added.out)![0]
  expect(await add('2026-03-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Request ${id} of the same address, kind and date is kept already`),
  })
  expect(await add('2099-01-01')).toMatchObject({ code: 1, err: expect.stringContaining('still to come') })
  const { out: listed } = await line.run('requests', 'list')
  // The command line's clock is the machine's, so the day is over.
  expect(listed).toContain(`request ${id}  copy  received 2026-03-01  due 2026-03-13  LATE\n`)
  const days = Array.from(listed.matchAll(/due (\S+)/g), ([, day = '']) => day)
  expect(days).toEqual(days.toSorted((one, other) => one.localeCompare(other)))
  expect((await line.run('requests', 'show', id)).out).toContain('from email@creator.example')
  const unread = await line.run('requests', 'answer', id, '--file', '/no/file', '--reason', 'x')
  expect(unread).toMatchObject({ code: 1, err: expect.stringContaining('/no/file cannot be read.') })
  expect(unread.err).not.toContain('ENOENT')
  const answered = await line.run('requests', 'answer', id, '--elsewhere', '--reason', 'by post')
  expect(answered.out).toBe('The request is answered.\n')
  expect((await line.run('requests', 'answer', '987654', '--elsewhere', '--reason', 'x')).code).toBe(1)
})
