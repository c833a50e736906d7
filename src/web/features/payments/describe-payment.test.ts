import { expect, test } from 'vitest'
import { payments } from '#shared/i18n/en/payments.ts'
import { describePayment } from './PaymentsSection.tsx'

const { list } = payments

test.each(['created', 'pending', 'canceled'] as const)('a %s payment has no receipt', (state) => {
  const payment = { state, receipt: 'pending', refund: null } as const
  expect(describePayment(payment, list, 'en')).toEqual([list.states[state]])
})

test('a paid payment shows its receipt and its refund', () => {
  const refund = { state: 'succeeded', amount: 350, uses: 7 } as const
  expect(describePayment({ state: 'refunded', receipt: 'succeeded', refund }, list, 'en')).toEqual([
    list.states.refunded,
    list.receipts.succeeded,
    list.refund.succeeded('₽350'),
  ])
})
