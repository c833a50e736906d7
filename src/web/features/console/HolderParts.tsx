import { Link } from 'react-router'
import { paymentNumber } from '#shared/rules/uses.ts'
import { Part, Stack } from '#web/kit/components/layout.tsx'
import { formatChange, formatNumber } from '#web/kit/formats/format.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { describeMovement } from '#web/features/uses/UsesHistorySection.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { formatMoment } from './format-figures.ts'
import { sectionPath } from './sections.ts'
import { PaymentsTable } from './PaymentsTable.tsx'
import { RowsTable } from './RowsTable.tsx'
import { type RowOf, useRead, useRows } from './use-rows.ts'

type StatementLine = RowOf<'uses ledger'>

/** The ledger as a bank shows a statement. */
export function Ledger({ holderId }: { readonly holderId: number }) {
  const { language } = useLanguage()
  const { people: texts } = useConsoleTexts().pages
  const pages = useRows('uses ledger', { who: String(holderId) })
  const columns = useLedgerColumns()
  const { meta } = pages
  return (
    <Part title={texts.ledger}>
      {meta !== null && (
        <p>
          <strong>{texts.balance(formatNumber(meta.balance, language))}</strong>
          {meta.today !== null && <span>{` · ${texts.today(formatNumber(meta.today, language))}`}</span>}
        </p>
      )}
      <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.ledger} look="numbers" />
    </Part>
  )
}

function useLedgerColumns(): Column<StatementLine>[] {
  const { language } = useLanguage()
  const { uses } = useTexts()
  const { people: texts } = useConsoleTexts().pages
  return [
    {
      id: 'what',
      title: texts.what,
      isRowHeader: true,
      cell: (line) => (
        <>
          <span>{describeMovement(line, uses.history, language)}</span>
          <small>{formatMoment(line.at, language)}</small>
          {line.note !== null && <small>{line.note}</small>}
          {line.payment !== null && (
            <small>
              <Link to={sectionPath('payments', line.payment)}>{paymentNumber(line.payment)}</Link>
            </small>
          )}
        </>
      ),
    },
    { id: 'amount', title: texts.amount, cell: ({ amount }) => formatChange(amount, language) },
    {
      id: 'after',
      title: texts.after,
      cell: ({ lot, balance }) => (lot === 'day' ? texts.ofDate : formatNumber(balance, language)),
    },
  ]
}

export function PaymentsOf({ holderId }: { readonly holderId: number }) {
  const { people: texts } = useConsoleTexts().pages
  return (
    <Part title={texts.payments}>
      <PaymentsTable given={{ person: holderId, limit: 20 }} />
    </Part>
  )
}

/** What operators did to something. */
export function AuditOf({ subject }: { readonly subject: string }) {
  const { language } = useLanguage()
  const { people: texts, list } = useConsoleTexts().pages
  const { data } = useRead('audit list', { subject, limit: 20 })
  return (
    <Part title={texts.audit}>
      {data === undefined || data.length === 0 ? (
        <p>{data === undefined ? '…' : list.empty}</p>
      ) : (
        <Stack gap={2}>
          {data.map(({ id, at, actor, verb, reason }) => (
            <p key={id}>
              <span>{`${formatMoment(at, language)} · ${actor} · ${verb}`}</span>
              {reason !== null && <span>{` · ${reason}`}</span>}
            </p>
          ))}
        </Stack>
      )}
    </Part>
  )
}
