import { Link } from 'react-router'
import { formatPrice } from '#shared/i18n/formats.ts'
import { packageOf, paymentNumber } from '#shared/rules/uses.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { formatMoment } from './format-figures.ts'
import { RowsTable } from './RowsTable.tsx'
import { sectionPath } from './sections.ts'
import { type Given, type RowOf, useRows } from './use-rows.ts'

/** Payments with what they sum up to, each with the link to its page. */
export function PaymentsTable({ given }: { readonly given: Given }) {
  const { payments: texts } = useConsoleTexts().pages
  const pages = useRows('payments list', given)
  const columns = useColumns()
  return <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.title} />
}

function useColumns(): Column<RowOf<'payments list'>>[] {
  const { language } = useLanguage()
  const { payments: texts } = useConsoleTexts().pages
  return [
    {
      id: 'payment',
      title: texts.payment,
      isRowHeader: true,
      cell: ({ id, at }) => (
        <>
          <Link to={sectionPath('payments', id)}>{paymentNumber(id)}</Link>
          <small>{formatMoment(at, language)}</small>
        </>
      ),
    },
    {
      id: 'holder',
      title: texts.holder,
      cell: ({ holderId, packageId }) => (
        <>
          <Link to={sectionPath('people', String(holderId))}>{holderId}</Link>
          <small>{packageOf(packageId).name}</small>
        </>
      ),
    },
    { id: 'amount', title: texts.amount, cell: ({ amount }) => formatPrice(amount / 100, language) },
    {
      id: 'state',
      title: texts.state,
      cell: ({ state, receipt, refund }) => (
        <>
          <span>{texts.states[state]}</span>
          {receipt === 'canceled' && <small>{texts.unreceipted}</small>}
          {refund !== null && state !== 'refunded' && (
            <small>{`${texts.refund}: ${texts.refundStates[refund as 'created']}`}</small>
          )}
        </>
      ),
    },
  ]
}
