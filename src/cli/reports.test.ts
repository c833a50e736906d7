import { expect, it } from 'vitest'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { openCommandLine } from '#test/support/run-cli.ts'
import { createTestApp } from '#test/support/test-app.ts'

it('lists reports that wait, shows the answer of the mail server, and decides once', async () => {
  await using world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  await using cli = await openCommandLine(world)
  expect((await cli.run('reports', 'list')).out).toBe('There are none.\n')
  const channel = await makeChannel(world.app)
  const client = await logIn(world, await makePerson(world.app, { uses: 1 }))
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const [record] = (await client.call('GET /purchases')).body.data
  await client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: record!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(channel.addresses[0]!, 'yandex-ru') },
  })
  const listed = await cli.run('reports', 'list')
  expect(listed.out).toMatch(
    /^report \d+ {2}\d{4}-\d\d-\d\d {2}person \d+ {2}bounced {2}review: unclear {2}5\.7\.1/,
  )
  expect(listed.out).not.toContain('@')
  const id = /\d+/.exec(listed.out)![0]
  expect((await cli.run('reports', 'show', id)).out).toContain('No such user')
  const credit = () => cli.run('reports', 'decide', id, 'credit', '--reason', 'plain enough')
  expect((await credit()).out).toBe('The use is returned, and the buyer gets an email.\n')
  expect((await credit()).out).toBe('This report was decided before; nothing was changed.\n')
  expect(await cli.run('reports', 'decide', id, 'perhaps', '--reason', 'x')).toMatchObject({
    code: 1,
    out: '',
  })
})
