import { Link } from 'react-router'
import { formatPrice } from '#shared/i18n/formats.ts'
import { PageScaffold, Section } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { ListFilter, useFilter } from './ListFilter.tsx'
import { commandPath, type ScreenProps } from './sections.ts'
import { PaymentScreen } from './PaymentScreen.tsx'
import { PaymentsTable } from './PaymentsTable.tsx'
import { useRead } from './use-rows.ts'

/** All payments, or the one that the address names. */
export function PaymentsScreen({ path: [id] }: ScreenProps) {
  return id === undefined ? <Payments /> : <PaymentScreen id={id} />
}

/** Those that wait for somebody stand first. */
function Payments() {
  const { payments: texts } = useConsoleTexts().pages
  const given = useFilter({
    texts: ['state', 'refund', 'person', 'since', 'until'],
    flags: ['paid', 'uncredited', 'unreceipted'],
  })
  const isWhole = Object.keys(given).length === 0
  return (
    <PageScaffold kind="list" title={texts.title}>
      {isWhole && <Troubled />}
      {isWhole && <Invoices />}
      <ListFilter
        given={given}
        flags={[
          ['paid', texts.paid],
          ['uncredited', texts.uncredited],
          ['unreceipted', texts.unreceipted],
        ]}
        states={{
          label: texts.state,
          options: [
            { value: '', text: texts.anyState },
            ...Object.entries(texts.states).map(([value, text]) => ({ value, text })),
          ],
        }}
      />
      <PaymentsTable given={given} />
    </PageScaffold>
  )
}

/** Payments whose money is not credited, or whose receipt failed. */
function Troubled() {
  const { payments: texts } = useConsoleTexts().pages
  const { data: uncredited } = useRead('payments list', { uncredited: true, limit: 1 })
  const { data: unreceipted } = useRead('payments list', { unreceipted: true, limit: 1 })
  return (
    <>
      {uncredited !== undefined && uncredited.rows.length > 0 && (
        <Section title={texts.uncredited} isActive>
          <p>{texts.uncreditedNote}</p>
          <PaymentsTable given={{ uncredited: true, limit: 20 }} />
        </Section>
      )}
      {unreceipted !== undefined && unreceipted.rows.length > 0 && (
        <Section title={texts.unreceipted} isActive>
          <PaymentsTable given={{ unreceipted: true, limit: 20 }} />
        </Section>
      )}
    </>
  )
}

/** Invoices whose transfer is awaited. */
function Invoices() {
  const { language } = useLanguage()
  const { payments: texts } = useConsoleTexts().pages
  const { data } = useRead('invoices list', {})
  if (data === undefined || data.length === 0) return null
  return (
    <Section title={texts.invoices}>
      <Rows>
        {data.map(({ number, buyer, taxNumber, amount, validUntil }) => (
          <Row
            key={number}
            name={`${number} · ${formatPrice(amount / 100, language)}`}
            details={[buyer, taxNumber, `${texts.validUntil} ${formatShortDate(validUntil, language)}`]
              .filter((fact) => fact !== null)
              .join(' · ')}
          >
            <Link to={commandPath('invoices confirm', { number: number.toLowerCase() })}>
              {texts.confirm}
            </Link>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
