// A refund as the command line orders it, in a process that a test kills: `node refund-with-faults.ts PAYMENT [POINT]`;
// with `found` for PAYMENT, the external refund that the job finds. It prints each fault point that it reaches, stays at
// POINT for good, and finally prints the outcome.
import { flushCompileCache } from 'node:module'
import { createApp } from '#start/compose.ts'
import { readConfig } from '#server/config/config.ts'
import { findExternalRefunds } from '#server/features/payments/settle-external-refunds.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { refundPayment } from '#server/features/payments/refund-payment.ts'

const [, , paymentId, stayAt] = process.argv
const config = readConfig(process.env)
if (paymentId === undefined || config.databaseUrl === null)
  throw new Error('refund-with-faults.ts PAYMENT [POINT]')

await using app = createApp(config, {
  databaseUrl: config.databaseUrl,
  smtpUrl: 'smtp://127.0.0.1:9',
  async faults(point) {
    process.stdout.write(`reached ${point}\n`)
    if (point === stayAt) await new Promise(() => undefined)
  },
})
// A killed process would leave no compiled code to the next one.
flushCompileCache()
if (paymentId === 'found') {
  // Lets every process ask the provider: the killed one has used the turn.
  await app.db.deleteFrom('refund_search').execute()
  await findExternalRefunds(app)
  process.stdout.write('ready found\n')
} else {
  const { state } = await refundPayment(app, OPERATOR, paymentId)
  process.stdout.write(`ready ${state}\n`)
}
