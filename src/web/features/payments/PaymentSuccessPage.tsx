import { PaymentScreen } from './PaymentScreen.tsx'

/** The address for payments that went through. */
export function PaymentSuccessPage() {
  return <PaymentScreen page="paymentsuccess" />
}
