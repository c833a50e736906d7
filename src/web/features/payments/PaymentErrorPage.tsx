import { PaymentScreen } from './PaymentScreen.tsx'

/** The address for payments that did not go through. */
export function PaymentErrorPage() {
  return <PaymentScreen page="paymenterror" />
}
