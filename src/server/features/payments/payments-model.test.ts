import { afterAll, expect, test } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { asBuyer, makeChannel, makePerson, type TestPerson } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { paymentOf } from '#test/support/pay.ts'
import { anyPaymentStep, PaymentModel, type PaymentStep } from '#test/support/payment-model.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { receiveNotification } from './receive-notification.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { Refusal } from '#server/refusal.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { refundPayment } from './refund-payment.ts'
import { startPayment } from './start-payment.ts'

// For more runs: PROPERTY_RUNS=60 FUZZ_SEED=7 npx vitest run src/server/features/payments/payments-model.test.ts
const RUNS = runs(250)

const world = useTestApp({ env: { RATE_LIMITS: 'off' }, notifies: false })
afterAll(() => expectSoundLedger(world.app))

/** States that the walk reached; shows when a walk stops making progress. */
const reached = new Set<string>()

/** Product and model side by side: every step is applied to both. */
function startWalk({ id: holderId, email }: TestPerson) {
  const model = new PaymentModel()
  const ids: string[] = []

  async function take(step: PaymentStep): Promise<void> {
    const { app, clock } = world
    const now = clock.now()
    const id = 'payment' in step ? ids[step.payment] : undefined
    if ('payment' in step && id === undefined) return
    switch (step.do) {
      case 'open': {
        const order = { ...asBuyer(holderId), packageId: step.packageId, email, network: '192.0.2.1' }
        const started = await startPayment(app, { ...order, language: 'en' })
        const place = model.open(step.packageId, now)
        ids[place] ??= started.id
        expect(started.id).toBe(ids[place])
        return
      }
      case 'pay': {
        const payment = atProvider(id!)
        world.yookassa.provider.pay(payment, step.isDeclined ? '5555555555554600' : '5555555555554444')
        model.pay(step.payment, step.isDeclined, now)
        return
      }
      case 'notify':
      case 'forge': {
        // A forged notification claims success. Only the provider's answer counts, so true and forged ones have the same
        // effect.
        const { id: objectId } = atProvider(id!)
        const notification = { address: '127.0.0.1', event: 'payment.succeeded', objectId, paymentId: id! }
        const times = step.do === 'notify' ? step.times : 1
        await Promise.all(Array.from({ length: times }, () => receiveNotification(app, notification)))
        model.settle(step.payment, now)
        return
      }
      case 'reconcile':
        clock.advance({ minutes: 9 })
        await reconcilePayments(app)
        // The job settles several at once; their order decides which uses are spent first.
        for (const place of await placesInOrder()) model.settle(place, clock.now())
        return
      case 'refund':
        // The model refuses the same by changing nothing.
        await refundPayment(app, OPERATOR, id!).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
        model.refund(step.payment, now)
        return
      case 'spend': {
        const { channelId } = await makeChannel(app)
        const isSold = await revealContact(app, { ...asBuyer(holderId), channelId }).then(
          () => true,
          () => false,
        )
        expect(isSold).toBe(model.spend(now))
        return
      }
      case 'wait':
        clock.advance({ minutes: step.minutes })
    }
  }

  async function expectSame(): Promise<void> {
    expect(await usesOf(world.app, holderId)).toBe(model.uses(world.clock.now()))
    for (const [place, id] of ids.entries()) {
      const { state, refunded } = model.payments[place]!
      expect((await paymentOf(world, id)).state).toBe(state)
      reached.add(state)
      expect(atProvider(id).refunded).toBe(refunded)
    }
  }

  async function placesInOrder(): Promise<number[]> {
    const lots = await world.app.db
      .selectFrom('uses_lot')
      .select('payment_id')
      .where('holder_id', '=', holderId)
      .where('kind', 'in', ['package', 'day'])
      .orderBy('id')
      .execute()
    const credited = lots.map(({ payment_id }) => ids.indexOf(payment_id!))
    return [...new Set([...credited, ...ids.keys()])]
  }

  function atProvider(id: string) {
    const { provider } = world.yookassa
    const payment = [...provider.payments.values()].find((each) => each.metadata['payment_id'] === id)!
    return provider.find(payment.id)!
  }

  return { take, expectSame }
}

test(
  'payments, notifications (true, repeated, lost), refunds and spending on any day leave the uses and money of the model',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPaymentStep, { minLength: 15, maxLength: 40, size: 'max' }),
        async (steps) => {
          world.clock.set('2026-03-10T20:30:00.000Z')
          const walk = startWalk(await makePerson(world.app))
          for (const step of steps) {
            await walk.take(step)
            await walk.expectSame()
          }
        },
      ),
      { numRuns: RUNS },
    )
    expect(reached).toEqual(new Set(['pending', 'succeeded', 'canceled', 'refunded']))
  },
  60_000 + RUNS * 4_000,
)
