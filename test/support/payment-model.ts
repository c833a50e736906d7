import { ALLOWANCE, isSubscription, PACKAGES } from '#shared/rules/uses.ts'
import { moscowDate } from '#server/clock.ts'
import { fc } from '#test/support/fast-check.ts'

/** One step. `payment` is an index into the sequence's payments; the step does nothing when there are fewer. */
export type PaymentStep =
  | { readonly do: 'open'; readonly packageId: number }
  | { readonly do: 'pay'; readonly payment: number; readonly isDeclined: boolean }
  | { readonly do: 'notify'; readonly payment: number; readonly times: number }
  | { readonly do: 'forge'; readonly payment: number }
  | { readonly do: 'reconcile' }
  | { readonly do: 'refund'; readonly payment: number }
  | { readonly do: 'spend' }
  | { readonly do: 'wait'; readonly minutes: number }

const payment = fc.constantFrom(0, 0, 0, 1, 1, 2)

export const anyPaymentStep: fc.Arbitrary<PaymentStep> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('open' as const), packageId: fc.constantFrom(1, 1, 2, 3, 4, 4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payment,
      isDeclined: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      payment,
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({ do: fc.constant('forge' as const), payment }),
  fc.record({ do: fc.constant('reconcile' as const) }),
  fc.record({ do: fc.constant('refund' as const), payment }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const) }) },
  fc.record({
    do: fc.constant('wait' as const),
    minutes: fc.constantFrom(1, 5, 11, 30, 61, 7 * 60, 25 * 60),
  }),
)

interface ModelLot {
  readonly payment: number
  readonly granted: number
  readonly validOn: string | null
  spent: number
  isWithdrawn: boolean
}

interface ModelPayment {
  readonly packageId: number
  readonly openedAt: number
  /** The state at the provider. */
  provider: 'pending' | 'succeeded' | 'canceled'
  state: 'pending' | 'succeeded' | 'canceled' | 'refunded'
  /** Kopecks. */
  refunded: number
}

const MINUTE = 60_000

/** The expected state of one person's payments and uses: plain lists, one step after another. */
export class PaymentModel {
  readonly payments: ModelPayment[] = []
  readonly #lots: ModelLot[] = []

  /** @returns the index of the payment: a new one, or the unpaid one of the last 10 minutes */
  open(packageId: number, now: Date): number {
    const same = this.payments.findLastIndex(
      (each) =>
        each.packageId === packageId &&
        each.state === 'pending' &&
        each.openedAt > now.getTime() - 10 * MINUTE,
    )
    if (same !== -1) {
      // A repeated order makes the product check its state.
      this.settle(same, now)
      return this.payments[same]!.state === 'canceled' ? this.open(packageId, now) : same
    }
    const opened = { packageId, openedAt: now.getTime(), refunded: 0 }
    return this.payments.push({ ...opened, provider: 'pending', state: 'pending' }) - 1
  }

  pay(place: number, isDeclined: boolean, now: Date): void {
    const paid = this.#atProvider(place, now)
    if (paid.provider === 'pending') paid.provider = isDeclined ? 'canceled' : 'succeeded'
  }

  settle(place: number, now: Date): void {
    const settled = this.payments[place]!
    if (settled.state !== 'pending') return
    settled.state = this.#atProvider(place, now).provider
    if (settled.state !== 'succeeded') return
    if (!isSubscription(settled.packageId)) {
      this.#give(place, PACKAGES.find((sold) => sold.packageId === settled.packageId)!.uses, null)
      return
    }
    const last = this.#lots
      .filter(({ validOn, isWithdrawn }) => validOn !== null && !isWithdrawn)
      .map(({ validOn }) => nextDate(validOn!, 1))
      .toSorted()
      .at(-1)
    const today = moscowDate(now)
    const first = last === undefined || last < today ? today : last
    for (let day = 0; day < ALLOWANCE.dates; day += 1) {
      this.#give(place, ALLOWANCE.uses, nextDate(first, day))
    }
  }

  refund(place: number, now: Date): void {
    const refunded = this.payments[place]!
    if (refunded.state !== 'succeeded') return
    const { uses, price } = PACKAGES.find((sold) => sold.packageId === refunded.packageId)!
    if (this.#isFollowed(place, now)) return
    let taken = 0
    for (const lot of this.#lots) {
      const isLeft = lot.validOn === null || (lot.validOn >= moscowDate(now) && lot.spent === 0)
      if (lot.payment !== place || !isLeft || lot.spent === lot.granted) continue
      taken += lot.granted - lot.spent
      lot.isWithdrawn = true
    }
    if (taken === 0) return
    refunded.state = 'refunded'
    refunded.refunded = Math.round((price * 100 * taken) / uses)
  }

  /** Whether another payment's dates follow those to refund: a subscription is refunded from its end. */
  #isFollowed(place: number, now: Date): boolean {
    const dates = this.#lots.filter(({ validOn, isWithdrawn }) => validOn !== null && !isWithdrawn)
    const last = dates
      .filter((lot) => lot.payment === place && lot.spent === 0 && lot.validOn! >= moscowDate(now))
      .at(-1)
    return last !== undefined && dates.some((lot) => lot.payment !== place && lot.validOn! > last.validOn!)
  }

  /** @returns false when there is nothing to spend */
  spend(now: Date): boolean {
    const usable = this.#usable(now)
    const lot = usable.find(({ validOn }) => validOn !== null) ?? usable[0]
    if (lot === undefined) return false
    lot.spent += 1
    return true
  }

  uses(now: Date): number {
    return this.#usable(now).reduce((sum, { granted, spent }) => sum + granted - spent, 0)
  }

  #atProvider(place: number, now: Date): ModelPayment {
    const found = this.payments[place]!
    const isLate = now.getTime() - found.openedAt > 60 * MINUTE
    if (found.provider === 'pending' && isLate) found.provider = 'canceled'
    return found
  }

  #usable(now: Date): ModelLot[] {
    return this.#lots.filter(
      ({ granted, spent, validOn, isWithdrawn }) =>
        !isWithdrawn && spent < granted && (validOn === null || validOn === moscowDate(now)),
    )
  }

  #give(place: number, granted: number, validOn: string | null): void {
    this.#lots.push({ payment: place, granted, validOn, spent: 0, isWithdrawn: false })
  }
}

function nextDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
