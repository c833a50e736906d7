import { expect, test } from 'vitest'
import { makeChannel } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { checkContacts } from './check-contacts.ts'
import { countChecks, purgeMailDomains } from './count-checks.ts'

const world = useTestApp()

async function readMetrics(): Promise<string> {
  const answer = await fetch(`${world.localUrl}/metrics`)
  return answer.text()
}

test('metrics count contacts by result, and say how old the oldest is and what the DNS answered', async () => {
  await countChecks(world.app)
  const empty = await readMetrics()
  expect(empty).not.toMatch(/^(contacts|contact_check_oldest_seconds)\b/m)

  await makeChannel(world.app, { contacts: 2 })
  await checkContacts(world.app)
  world.clock.advance({ hours: 1 })
  await makeChannel(world.app)
  const { id } = await makeChannel(world.app)
  await world.app.db
    .updateTable('address')
    .set({ suppressed_at: world.clock.now() })
    .where('address', 'in', (of) => of.selectFrom('contact').select('address').where('channel_id', '=', id))
    .execute()
  await countChecks(world.app)
  const text = await readMetrics()
  expect(text.match(/^contacts\{.*$/gm)?.toSorted()).toEqual([
    'contacts{verification="unverified"} 1',
    'contacts{verification="valid"} 2',
  ])
  expect(text).toMatch(/^contact_check_oldest_seconds 3600$/m)
  expect(text).toMatch(/^mail_domains_asked_total\{answer="mx"\} 1$/m)

  await checkContacts(world.app)
  await countChecks(world.app)
  // Statistics are read once in five seconds.
  world.clock.advance({ seconds: 5 })
  expect((await readMetrics()).match(/^contacts\{.*$/gm)).toEqual(['contacts{verification="valid"} 3'])
})

test('domains without contacts are deleted', async () => {
  const { db } = world.app
  const now = world.clock.now()
  const known = (domain: string) => ({
    domain,
    result: 'ok',
    detail: 'mx',
    provider: 'own domain',
    checked_at: now,
    asked_at: now,
  })
  await makeChannel(world.app)
  await db.deleteFrom('mail_domain').execute()
  await db
    .insertInto('mail_domain')
    .values([known('creator.example'), known('left.example')])
    .execute()
  const names = async () =>
    (await db.selectFrom('mail_domain').select('domain').orderBy('domain').execute()).map(
      ({ domain }) => domain,
    )
  world.clock.advance({ days: 44 })
  await purgeMailDomains(world.app)
  expect(await names()).toEqual(['creator.example', 'left.example'])
  world.clock.advance({ days: 2 })
  await purgeMailDomains(world.app)
  expect(await names()).toEqual(['creator.example'])
  await db.updateTable('address').set({ suppressed_at: now }).execute()
  await purgeMailDomains(world.app)
  expect(await names()).toEqual([])
})
