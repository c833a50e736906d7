import { type Command, InvalidArgumentError, Option } from 'commander'
import { PAYMENT_STATES, type PaymentState } from '#shared/api/payments.ts'
import type { App } from '#server/app.ts'
import type { Operator } from '#server/audit/note-change.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { listPayments, type ListedPayment } from '#server/features/payments/payments.sql.ts'
import { refundPayment } from '#server/features/payments/refund-payment.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { UUID } from '#server/features/payments/settlement.sql.ts'
import { operatorOf, REASON } from './options.ts'
import { withApp } from './with-database.ts'

const ID = "the payment's id, as the list shows it"
const SHOWN = 50
const REFUND_STATES = ['created', 'pending', 'succeeded', 'canceled']

interface ListOptions {
  readonly state?: PaymentState | null
  readonly refund?: string | null
  readonly person?: number | null
  readonly uncredited?: true
}

/** `payments`: lists payments, settles one, refunds one. */
export function registerPayments(program: Command): void {
  const payments = program.command('payments').description('List payments, settle them, refund them')

  payments
    .command('list')
    .description(`Show the newest ${SHOWN} payments`)
    .addOption(new Option('--state <state>', 'only those in this state').choices(PAYMENT_STATES))
    .addOption(
      new Option('--refund <state>', 'only those with a refund in this state').choices(REFUND_STATES),
    )
    .option('--person <number>', 'only this person’s', readPerson)
    .option('--uncredited', 'only those that the provider has the money for while nothing is credited')
    .action(async ({ state = null, refund: ofRefund = null, person = null, uncredited }: ListOptions) => {
      const found = await withApp(({ db }) =>
        listPayments(db, {
          state,
          refund: ofRefund,
          holderId: person,
          isUncredited: uncredited === true,
          limit: SHOWN,
        }),
      )
      process.stdout.write(found.length === 0 ? 'There are none.\n' : found.map(asLine).join(''))
    })

  payments
    .command('settle')
    .description('Ask the provider about a payment and act on the answer: credit, cancel or nothing')
    .argument('<id>', ID)
    .action(async (id: string) => {
      const state = await withApp((app) =>
        asking(
          () => settlePayment(app, requireId(id), null, operatorOf(program)),
          'Nothing was decided; the server will ask again on its own.',
        ),
      )
      if (state === null) throw new Error('There is no such payment.')
      process.stdout.write(`The payment is ${state}.\n`)
    })

  payments
    .command('refund')
    .description('Refund what is unspent of a payment, after a mistake of ours')
    .argument('<id>', ID)
    .requiredOption(REASON, 'why; it stays with the refund', readReason)
    .addHelpText(
      'after',
      `
The refund is the price times the unspent share; for a subscription, the share of today and later days
on which nothing was spent. Of several subscriptions in a row, the last is refunded first. The uses are
withdrawn at once. Repeating the command continues the same refund, and retries one that the provider
canceled; nothing is refunded twice.`,
    )
    .action(async (id: string, { reason }: { reason: string }) => {
      process.stdout.write(await withApp((app) => refund(app, requireId(id), operatorOf(program, reason))))
    })
}

async function refund(app: App, paymentId: string, { actor, reason }: Operator): Promise<string> {
  const result = await asking(
    () => refundPayment(app, { paymentId, actor, reason: reason ?? '' }),
    // The provider is asked only after that.
    'The uses are withdrawn and the refund is stored; the server will finish it on its own.',
  )
  if (result.outcome === 'followed')
    throw new Error(
      `Dates of a later subscription follow, and dates go back from the end: refund ${result.by} instead, or first.`,
    )
  if (result.outcome !== 'refunding') throw new Error(SENTENCES[result.outcome])
  const { state, amount, uses } = result
  const sentence = `${(amount / 100).toFixed(2)} roubles for ${uses} uses: the refund is ${state}.`
  if (state === 'canceled')
    throw new Error(
      `${sentence} No money went back, and the uses stay taken back: repeat the command to try again.`,
    )
  return `${sentence}\n`
}

const SENTENCES = {
  'no such payment': 'There is no such payment.',
  'not paid': 'Nothing was paid, so nothing can be refunded.',
  'nothing left': 'All of it is spent, so nothing can be refunded.',
  'refunded before': 'It has already been refunded.',
} as const

/** Explains why the provider could not be asked, and what follows. */
async function asking<T>(work: () => Promise<T>, outcome: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) {
      throw new Error(`${error.message}. ${outcome}`, { cause: error })
    }
    throw error
  }
}

function readPerson(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A person is a number, as in the list.')
  return Number(text)
}

function readReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give the reason in a few words.')
  return text.trim()
}

function requireId(id: string): string {
  if (!UUID.test(id)) throw new Error('There is no such payment.')
  return id
}

function asLine(payment: ListedPayment): string {
  const roubles = (payment.amount / 100).toFixed(2).padStart(8)
  const because = payment.refundCanceled === null ? '' : ` (${payment.refundCanceled})`
  const refunded = payment.refund === null ? '' : `  refund ${payment.refund}${because}`
  return `${payment.id}  ${payment.createdAt.toISOString()}  person ${payment.holderId}  package ${payment.packageId}  ${roubles}  ${payment.state}${refunded}\n`
}
