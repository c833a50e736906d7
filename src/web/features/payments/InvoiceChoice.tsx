import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Package } from '#shared/rules/uses.ts'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { Queries, queryClient } from '#web/kit/api/queries.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { getSession, useHolderId, whenSessionKnown } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Stack } from '#web/kit/components/layout.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { CompanyDialog } from './CompanySection.tsx'
import styles from './PackageCard.module.css'
import { useDocument } from './use-document.ts'
import { isWaiting, type Payment, paymentsKey } from './use-payment.ts'

type InvoicedId = Exclude<Package['packageId'], 1>

interface InvoiceChoiceProps {
  readonly packageId: Package['packageId']
  /** The button that pays at once. */
  readonly children: Elements
}

/**
 * The ways to pay for a package: at once, or for companies by invoice, where the installation offers it. While an invoice
 * waits there is no other way, so that nobody pays twice.
 */
export function InvoiceChoice({ packageId, children }: InvoiceChoiceProps) {
  const isOffered = useConfig()?.invoices === true
  const mayPay = useMay('payments')
  const holderId = useHolderId()
  if (!isOffered || !mayPay || packageId === 1) return children
  return (
    <Queries>
      <Invoice packageId={packageId} holderId={holderId}>
        {children}
      </Invoice>
    </Queries>
  )
}

interface InvoiceProps {
  readonly packageId: InvoicedId
  readonly holderId: number | null
  readonly children: Elements
}

/** An invoice that waits, or the buttons; the one that orders an invoice asks for the company first. */
function Invoice({ packageId, holderId, children }: InvoiceProps) {
  const { invoice } = useTexts().payments
  const { language } = useLanguage()
  const [asksCompany, setAsksCompany] = useState(false)
  const { data: payments = [] } = useQuery({
    queryKey: [...paymentsKey(holderId ?? 0), 'invoices'],
    queryFn: async ({ signal }) => (await call('GET /payments', { query: { limit: 50 }, signal })).data,
    enabled: holderId !== null,
    staleTime: 0,
    networkMode: 'always',
  })
  const { isPending, mutate: order } = useOrder({ packageId, holderId }, () => setAsksCompany(true))
  const waiting = payments.filter(isWaiting).find((payment) => payment.packageId === packageId)
  if (waiting !== undefined && holderId !== null) {
    return (
      <Stack gap={3}>
        <p role="status">{invoice.waiting(formatDate(waiting.validUntil, language))}</p>
        <p className={styles.perContact}>{invoice.waitingText}</p>
        <InvoiceActions payment={waiting} holderId={holderId} />
      </Stack>
    )
  }
  return (
    <>
      {children}
      <Button isWide isBusy={isPending} onClick={() => order()}>
        {invoice.order}
      </Button>
      {holderId !== null && (
        <CompanyDialog
          holderId={holderId}
          company={null}
          lead={invoice.companyFirst}
          isOpen={asksCompany}
          onClose={() => setAsksCompany(false)}
          onSaved={() => order()}
        />
      )}
    </>
  )
}

/** Orders an invoice. @param onNoCompany called when the company's details are missing */
function useOrder({ packageId, holderId }: Omit<InvoiceProps, 'children'>, onNoCompany: () => void) {
  const { invoice } = useTexts().payments
  return useAction({
    mutationFn: () => orderInvoice(packageId),
    meta: {
      subject: 'invoice',
      loading: invoice.ordering,
      success: invoice.ordered,
      failure(error, describe) {
        if (error.code === 'not_logged_in') return <LogInFirst />
        return error.code === 'company_missing' ? null : describe(error, invoice.orderFailed)
      },
    },
    onSuccess: () => refreshPayments(holderId),
    onError({ code }) {
      if (code === 'company_missing') onNoCompany()
    },
  })
}

interface InvoiceActionsProps {
  readonly payment: Payment
  readonly holderId: number
}

/** Downloads an invoice that waits, or cancels it. */
export function InvoiceActions({ payment: { id }, holderId }: InvoiceActionsProps) {
  const { invoice } = useTexts().payments
  const { isPending: isLoading, mutate: download } = useDocument(id)
  const { isPending, mutate: cancel } = useAction({
    mutationFn: () => call('DELETE /invoices/{id}', { params: { id }, handles: ['too_many_requests'] }),
    meta: { subject: 'invoice', success: invoice.canceled, failure: invoice.cancelFailed },
    onSettled: () => refreshPayments(holderId),
  })
  return (
    <Actions>
      <Button size="small" isBusy={isLoading} onClick={() => download()}>
        {invoice.download}
      </Button>
      <Button size="small" isBusy={isPending} onClick={() => cancel()}>
        {invoice.cancel}
      </Button>
    </Actions>
  )
}

function refreshPayments(holderId: number | null): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: paymentsKey(holderId ?? 0) })
}

async function orderInvoice(packageId: InvoicedId): Promise<void> {
  await whenSessionKnown()
  if (getSession().status !== 'in') throw new CallError('not_logged_in')
  await call('POST /invoices', { body: { packageId }, handles: ['not_logged_in', 'too_many_requests'] })
}
