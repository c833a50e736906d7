import { PaymentScreen } from './PaymentScreen.tsx'

/** The URL of payments that failed. */
export function PaymentErrorPage() {
  return <PaymentScreen page="paymenterror" />
}
