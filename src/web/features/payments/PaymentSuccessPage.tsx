import { PaymentPage } from './PaymentPage.tsx'

/** The address for payments that went through. */
export function PaymentSuccessPage() {
  return <PaymentPage page="paymentsuccess" />
}
