import { describe, expect, it } from 'vitest'
import { CallError } from '#web/kit/api/call.ts'
import type { PurchaseRecord } from './purchase-records.ts'
import { revealStateOf, type Sale } from './reveal-state.ts'

const SALE: Sale = { holderId: 1, email: 'ads@example.org', source: null, lastSeenAt: null }
const NOTHING = {
  holderId: 1,
  record: undefined,
  isKnown: true,
  isPending: false,
  sale: undefined,
  error: null,
  isRepeat: false,
} as const

function recordOf(change: Partial<PurchaseRecord>): PurchaseRecord {
  return {
    email: 'ads@example.org',
    source: null,
    lastSeenAt: null,
    report: null,
    ...change,
  } as PurchaseRecord
}

describe('a reveal', () => {
  it('shows what a press bought to its buyer, and to nobody who logs in later or after a log-out', () => {
    const sold = { ...NOTHING, sale: SALE }
    expect(revealStateOf(sold)).toMatchObject({ state: 'sold', contact: { email: SALE.email } })
    for (const holderId of [2, null]) {
      const seen = revealStateOf({ ...sold, holderId, isRepeat: true })
      expect(seen.state).toBe('offered')
      expect(JSON.stringify(seen)).not.toContain('@')
    }
  })

  it('shows the address that took the place of a reported one', () => {
    const record = recordOf({
      email: 'new@example.org',
      report: { state: 'replaced' } as PurchaseRecord['report'],
    })
    expect(revealStateOf({ ...NOTHING, sale: SALE, record })).toMatchObject({
      state: 'sold',
      contact: { email: 'new@example.org' },
    })
  })

  it('says what a failed press cost, unless the contact is owned', () => {
    const costs = [
      [new CallError('no_uses'), 'none'],
      [new CallError('offline', { isUnsent: true }), 'none'],
      [new CallError('offline'), 'unknown'],
      [new CallError('internal'), 'unknown'],
    ] as const
    for (const [error, cost] of costs) {
      expect(revealStateOf({ ...NOTHING, error })).toMatchObject({ state: 'failed', cost })
      expect(revealStateOf({ ...NOTHING, error, record: recordOf({}) }).state).toBe('owned')
      expect(revealStateOf({ ...NOTHING, error, record: recordOf({ email: null }) }).state).toBe('failed')
    }
    expect(revealStateOf({ ...NOTHING, error: new CallError('no_uses'), isPending: true }).state).toBe(
      'buying',
    )
  })
})
