import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'
import { eraseActor } from '#server/holders/members.sql.ts'

/**
 * A person's payments, refunds, reminders and company. Payments outlive the account without the address, and are purged with the ledger.
 */
export const paymentsData: PersonalData = {
  name: 'payments',
  async read(db, holderId) {
    const payments = await db
      .selectFrom('payment')
      .leftJoin('payment_address', 'payment_address.payment_id', 'payment.id')
      .select(['payment.id', 'payment.package_id as packageId', 'payment.uses', 'payment.amount as kopecks'])
      .select(['payment.state', 'payment.receipt', 'payment.provider_id as providerId'])
      .select([
        'payment.created_at as createdAt',
        'payment.settled_at as settledAt',
        'payment.valid_until as validUntil',
      ])
      .select(['payment_address.email as receiptAddress', 'payment_address.card_ending as cardEnding'])
      .where('payment.holder_id', '=', holderId)
      .orderBy('payment.created_at')
      .execute()
    const refunds = await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.payment_id')
      .select(['refund.id', 'payment_id as paymentId', 'refund.amount as kopecks', 'refund.uses'])
      .select(['refund.state', 'refund.created_at as createdAt', 'refund.settled_at as settledAt'])
      .where('payment.holder_id', '=', holderId)
      .orderBy('refund.created_at')
      .execute()
    const reminders = await db
      .selectFrom('subscription_reminder')
      .select(['last_date as lastDate', 'sent_at as sentAt'])
      .where('holder_id', '=', holderId)
      .orderBy('last_date')
      .execute()
    const companies = await db
      .selectFrom('company')
      .select(['name', 'country', 'inn', 'kpp', 'vat_number as vatNumber', 'address', 'since'])
      .where('holder_id', '=', holderId)
      .orderBy('id')
      .execute()
    return { payments, refunds, reminders, companies }
  },
  // Of what they ordered for a team, the owner gets the emails from then on.
  async forget(tx, personId) {
    const ordered = tx
      .selectFrom('payment')
      .select('id')
      .where('actor_id', '=', personId)
      .where('holder_id', '<>', personId)
    await tx
      .updateTable('payment_address')
      .set({
        email: sql<string>`(select email from person where id = told_person(payment_address.holder_id, null))`,
        card_ending: null,
      })
      .where('payment_id', 'in', ordered)
      .execute()
    await eraseActor(tx, 'payment', personId)
  },
}
