import { afterAll, beforeAll, expect, test } from 'vitest'
import { stampede } from '#test/support/payment-stampede.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'off' }, notifies: false })
})
afterAll(() => world[Symbol.asyncDispose]())

test('200 payments, 1,000 shuffled notifications and 50 forged ones, 32 at once: exactly 200 credits', async () => {
  const result = await stampede(world, { payments: 200, notifications: 1_000, forged: 50, atOnce: 32 })
  expect(result).toMatchObject({ credits: 200, creditedTwice: 0, forgedCredits: 0, refused: 0, broken: [] })
})
