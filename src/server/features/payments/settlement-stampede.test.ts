import { expect, test } from 'vitest'
import { runs } from '#test/support/fast-check.ts'
import { stampede } from '#test/support/payment-stampede.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' }, notifies: false })

const PAYMENTS = runs(200)

test(`${PAYMENTS} payments, five times as many shuffled notifications and forged ones, 32 at once: exactly one credit each`, async () => {
  const given = { payments: PAYMENTS, notifications: PAYMENTS * 5, forged: PAYMENTS / 4, atOnce: 32 }
  const nothing = { creditedTwice: 0, forgedCredits: 0, refused: 0, broken: [] }
  expect(await stampede(world, given)).toMatchObject({ credits: PAYMENTS, ...nothing })
})
