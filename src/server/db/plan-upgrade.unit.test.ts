import { expect, it } from 'vitest'
import { planMigration } from './plan-upgrade.ts'

it('estimates a migration from the rows that it reads, and says whom it holds up when that takes long', () => {
  const of = (name: string, rows: Readonly<Record<string, number>>) =>
    planMigration(name, new Map(Object.entries(rows)))
  expect(of('0037_contact_checks.sql', { contact: 10_000_000, channel: 5_000_000 })).toMatchObject({
    seconds: 20,
    verdict: 'holds up',
    holds: { contact: 'everybody' },
  })
  expect(of('0037_contact_checks.sql', { contact: 400_000 })).toMatchObject({ seconds: 0.8, verdict: 'safe' })
  // It holds nobody up, however long it takes.
  expect(of('0028_search_beginning.sql', { search_word: 5_000_000 })).toMatchObject({ verdict: 'safe' })
  expect(of('0018_gift_memory.sql', {})).toMatchObject({
    verdict: 'breaks',
    takes: ['column gift_given.given_at', 'rows without gift_given.remembered_since'],
  })
})
