import { expect, it } from 'vitest'
import { formatMoscowTime } from './formats.ts'
import type { Language } from './messages.ts'
import { payments as en } from './en/payments.ts'
import { paymentFacts } from './payment-facts.ts'
import { payments as ru } from './ru/payments.ts'

const PAID = {
  id: '4f3a91c2-0000-4000-8000-000000000000',
  state: 'succeeded',
  packageId: 2,
  uses: 50,
  amount: 1_500,
  createdAt: '2026-03-10T20:50:00.000Z',
  settledAt: '2026-03-10T21:30:00.000Z',
  cancelReason: null,
  receipt: 'succeeded',
  validUntil: null,
  cardEnding: '4444',
  confirmationURL: null,
  refund: null,
} as const

const read = (language: Language) => ({
  texts: { en, ru }[language],
  language,
  formatTime: (instant: Date) => formatMoscowTime(instant, language),
})

it('a paid payment says number, time in Moscow, package, amount, card and receipt', () => {
  expect(paymentFacts(PAID, read('en'))).toEqual([
    ['Number', '4F3A91C2'],
    ['Paid', '11 March 2026 at 00:30, Moscow'],
    ['Package', 'Medium, 50 uses'],
    ['Amount', '₽1,500'],
    ['Card', 'ending in 4444'],
    ['Fiscal receipt', 'sent to your email'],
  ])
  expect(paymentFacts(PAID, read('ru'))).toContainEqual(['Оплачен', '11 марта 2026 в 00:30 по\u00a0Москве'])
})

it('what a payment bought is what it was credited with, and of a subscription what each day brings', () => {
  expect(paymentFacts({ ...PAID, uses: 40 }, read('en'))).toContainEqual(['Package', 'Medium, 40 uses'])
  const subscription = { ...PAID, packageId: 4, uses: 150 }
  expect(paymentFacts(subscription, read('en'))).toContainEqual(['Package', 'Business, 5 uses a day'])
})

it('without a card or a receipt it says so, and a refund says how much of it went back', () => {
  const refund = { state: 'succeeded', amount: 300.5, uses: 10 } as const
  const facts = paymentFacts(
    { ...PAID, state: 'refunded', cardEnding: null, receipt: null, refund },
    read('en'),
  )
  expect(facts.map(([name]) => name)).not.toContain('Card')
  expect(facts).toContainEqual(['Fiscal receipt', 'not requested'])
  expect(facts).toContainEqual(['Refund', '₽300.50 was refunded to you'])
})

it('a canceled one says why, and nothing of a package or a receipt', () => {
  const facts = paymentFacts({ ...PAID, state: 'canceled', cancelReason: 'card_expired' }, read('en'))
  expect(facts.map(([name]) => name)).toEqual(['Number', 'Date', 'Card', 'Reason'])
  expect(facts.at(-1)?.[1]).toBe('The card has expired. Use another one.')
})
