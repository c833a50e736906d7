import { sql } from 'kysely'
import { type Invariant, missingTriggers } from '#server/db/invariant.ts'
import { ALLOWANCE } from '#shared/rules/uses.ts'

/** What must always hold for payments and the uses that they gave. */
export const paymentsInvariants: readonly Invariant[] = [
  {
    name: 'payment-forward-only',
    sentence: 'The database refuses to change what was ordered, and to move a payment backwards.',
    offences: missingTriggers({
      payment: ['payment_fixed', 'payment_forward', 'payment_provider_kept'],
      refund: ['refund_fixed'],
      uses_lot: ['uses_lot_withdrawn_once'],
    }),
  },
  {
    name: 'credit-is-paid',
    sentence: 'Uses of a package or subscription were paid, and are as many as were sold.',
    offences: sql`
      select format('uses of payment %s', payment.id) as offence
      from payment join uses_lot lot on lot.payment_id = payment.id
      group by payment.id
      having payment.state not in ('succeeded', 'refunded') or payment.uses <> sum(lot.granted)`,
  },
  {
    name: 'paid-is-credited',
    sentence: 'Every payment that succeeded was credited, or goes back because the account was gone.',
    offences: sql`
      select format('payment %s of holder %s', payment.id, payment.holder_id) as offence
      from payment
      where state in ('succeeded', 'refunded')
        and not exists (select from uses_lot where payment_id = payment.id)
        and not exists (
          select from refund where payment_id = payment.id and uses = 0 and amount = payment.amount)`,
  },
  {
    name: 'invoice-confirmed',
    sentence: 'Every invoice that counts as paid was confirmed by the operator, as the audit has it.',
    offences: sql`
      select format('invoice %s', payment.id) as offence
      from payment
      where valid_until is not null and state in ('succeeded', 'refunded')
        and not exists (
          select from audit_entry
          where verb = 'invoices confirm' and subject_kind = 'payment' and subject_id = payment.id::text)`,
  },
  {
    name: 'allowance-of-thirty-dates',
    sentence: 'A subscription gave 5 uses on each of 30 dates that follow each other.',
    offences: sql`
      select format('payment %s', payment_id) as offence
      from uses_lot where kind = 'day' group by payment_id
      having count(*) <> ${ALLOWANCE.dates} or max(valid_on) - min(valid_on) <> ${ALLOWANCE.dates - 1}
        or min(granted) <> ${ALLOWANCE.uses} or max(granted) <> ${ALLOWANCE.uses}`,
  },
  {
    name: 'no-hole-while-subscribed',
    sentence:
      'A subscription begins on the day that it was credited, or follows dates that were there already; only a refund by hand takes dates out of the middle.',
    offences: sql`
      select format('allowance of holder %s on %s', holder_id, valid_on) as offence
      from uses_lot lot
      where valid_on > (created_at at time zone 'Europe/Moscow')::date and withdrawn_at is null
        and not exists (
          select from uses_lot before
          where before.holder_id = lot.holder_id and before.valid_on = lot.valid_on - 1
            and (before.withdrawn_at is null or exists (
              select from refund where refund.payment_id = before.payment_id and by_hand)))`,
  },
  {
    name: 'refund-takes-back',
    sentence:
      'What refunds took back is in the ledger, was not spent, and is paid back once: by ours in proportion, and never more than was paid.',
    offences: sql`
      select format('refund %s', refund.id) as offence
      from refund join payment on payment.id = refund.payment_id
      where refund.amount > payment.amount
        or ((not by_hand or valid_until is not null) and refund.uses > 0
          and refund.amount <> round(payment.amount::numeric * refund.uses / payment.uses))
      union all
      select format('refunds of payment %s', payment.id)
      from payment join (
        select payment_id, sum(uses) as uses, bool_or(state = 'succeeded') as is_back,
          sum(amount) filter (where state = 'succeeded') as amount
        from refund group by payment_id
      ) as refunds on refunds.payment_id = payment.id
      left join lateral (
        select coalesce(-sum(entry.amount), 0) as uses
        from uses_lot lot join uses_entry entry on entry.holder_id = lot.holder_id and entry.lot_id = lot.id
        where lot.payment_id = payment.id and entry.reason = 'refund'
      ) as taken on true
      where refunds.uses <> taken.uses or refunds.amount > payment.amount
        or refunds.is_back <> (payment.state = 'refunded')
      union all
      select format('payment %s', payment.id) from payment
      where state = 'refunded' and not exists (select from refund where payment_id = payment.id)
      union all
      select format('lot %s of holder %s', lot.id, lot.holder_id)
      from uses_lot lot
      where lot.withdrawn_at is not null and not exists (
        select from refund where refund.payment_id = lot.payment_id)`,
  },
]
