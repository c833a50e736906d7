import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

/** Looking without a pause would take the processor from what is waited for. */
const LOOK_AGAIN_MS = 5

/** Starts a payment over the API and finds it at the local provider. */
export async function openPayment(
  { yookassa }: Pick<TestApp, 'yookassa'>,
  client: TestClient,
  { packageId = 1, email }: { readonly packageId?: number; readonly email?: string } = {},
) {
  const own = email ?? (await client.call('GET /cookie')).body.data.userInformation.email
  const { status, body, text } = await client.call('POST /payment', {
    body: { user_id: client.userId!, packageId, userEmail: own },
  })
  expect(status, text).toBe(200)
  const payment = [...yookassa.provider.payments.values()].find(
    ({ metadata }) => metadata['payment_id'] === body.data.id,
  )
  if (payment === undefined) throw new Error('the provider knows no such payment')
  return { id: body.data.id, confirmationURL: body.confirmationURL, payment }
}

/** A payment's row in the database. */
export async function paymentOf({ app }: Pick<TestApp, 'app'>, id: string) {
  return app.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Waits for a state that comes by itself; the test's time limit ends it. */
export async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await pause(LOOK_AGAIN_MS)
}
