import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { call, CallError } from '#web/kit/api/call.ts'
import { refreshUses } from '#web/features/uses/use-uses-history.ts'

export type Payment = DataOf<'GET /payments/{id}'>

const KEYS = { payment: 'payment', payments: 'payments' } as const

/** Query key of a purse's payments. */
export const paymentsKey = (holderId: number) => [KEYS.payments, holderId] as const

const ASK_AGAIN_MS = 2000
const ASK_LATER_MS = 10_000
/** The number of quick polls before slow ones. */
const QUICK = 30

interface AskedPayment {
  readonly payment: Payment | null
  /** Why the last request failed; null when it succeeded. */
  readonly error: CallError | null
  readonly retry: () => void
}

/** A payment as the server knows it, polled until it has ended. */
export function usePayment(id: string): AskedPayment {
  const query = useQuery({
    queryKey: [KEYS.payment, id],
    queryFn: async ({ signal }) => {
      const { data } = await call('GET /payments/{id}', {
        params: { id },
        handles: ['too_many_requests'],
        signal,
      })
      // The new balance appears together with the result.
      if (!isOpen(data)) {
        void queryClient.invalidateQueries({ queryKey: [KEYS.payments] })
        await refreshUses()
      }
      return data
    },
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && !isOpen(state.data)) return false
      if (state.data === undefined && state.error !== null) return false
      return state.dataUpdateCount < QUICK && state.error === null ? ASK_AGAIN_MS : ASK_LATER_MS
    },
  })
  const payment = query.data ?? null
  return {
    payment,
    error: payment === null && query.error instanceof CallError ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** Whether a payment may still succeed or fail. */
export function isOpen({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'created' || state === 'pending'
}

/** Whether it is an invoice that waits for its bank transfer. */
export function isWaiting<P extends Pick<Payment, 'state' | 'validUntil'>>(
  payment: P,
): payment is P & { readonly validUntil: string } {
  return payment.state === 'pending' && payment.validUntil !== null
}

forgetOnLogout(...Object.values(KEYS))
