import { useConsoleTexts } from './console-texts.ts'
import { Link } from 'react-router'
import { formatPrice } from '#shared/i18n/formats.ts'
import { packageOf, paymentNumber } from '#shared/rules/uses.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { formatMoment } from './format-figures.ts'
import { RowsTable } from './RowsTable.tsx'
import { sectionPath } from './sections.ts'
import { type Given, type RowOf, useRows } from './use-rows.ts'

/** Payments with what they sum up to, each with the link to its page. */
export function PaymentsTable({ given }: { readonly given: Given }) {
  const { language } = useLanguage()
  const { payments: texts } = useConsoleTexts().pages
  const pages = useRows('payments list', given)
  const columns: Column<RowOf<'payments list'>>[] = [
    {
      id: 'payment',
      title: texts.payment,
      isRowHeader: true,
      cell: ({ id }) => <Link to={sectionPath('payments', String(id))}>{paymentNumber(id)}</Link>,
    },
    { id: 'date', title: texts.date, cell: ({ at }) => formatMoment(at, language) },
    {
      id: 'holder',
      title: texts.holder,
      cell: ({ holderId }) => <Link to={sectionPath('people', String(holderId))}>{holderId}</Link>,
    },
    { id: 'package', title: texts.package, cell: ({ packageId }) => packageOf(packageId).name },
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
  return <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.title} />
}
