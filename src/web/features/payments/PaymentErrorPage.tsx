import { PaymentPage } from './PaymentPage.tsx'

/** The address for payments that did not go through. */
export function PaymentErrorPage() {
  return <PaymentPage page="paymenterror" />
}
