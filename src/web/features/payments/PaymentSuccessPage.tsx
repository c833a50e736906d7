import { PaymentScreen } from './PaymentScreen.tsx'

/** The URL of payments that succeeded. */
export function PaymentSuccessPage() {
  return <PaymentScreen page="paymentsuccess" />
}
