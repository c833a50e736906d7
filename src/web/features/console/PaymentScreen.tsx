import { useState } from 'react'
import { Link } from 'react-router'
import { formatPrice } from '#shared/i18n/formats.ts'
import { packageOf } from '#shared/rules/uses.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, PageScaffold, Section } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { formatMoment } from './format-figures.ts'
import { AuditOf } from './HolderParts.tsx'
import { commandPath, sectionPath } from './sections.ts'
import { read, useRead } from './use-rows.ts'

/** One payment: what was sold, what has happened, and what may be done. */
export function PaymentScreen({ id }: { readonly id: string }) {
  const { language } = useLanguage()
  const { payments: texts, list } = useConsoleTexts().pages
  const { data, error, retry } = useRead('payments show', { id })
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  const { number, holderId, packageId, amount, uses, unspent, state, receipt, refunds } = data
  const money = (kopecks: number) => formatPrice(kopecks / 100, language)
  const moment = (instant: string) => formatMoment(instant, language)
  const known = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const])
  return (
    <PageScaffold kind="sections" title={texts.title1(number)}>
      <Section title={texts.payment} figure={money(amount)} figureLabel={texts.states[state]}>
        <Facts
          facts={[
            [
              texts.holder,
              <Link key="holder" to={sectionPath('people', String(holderId))}>
                {holderId}
              </Link>,
            ],
            ...known(texts.company, data.company),
            [texts.package, packageOf(packageId).name],
            [
              texts.uses,
              `${formatNumber(uses, language)}, ${texts.unspent(formatNumber(unspent, language))}`,
            ],
            [texts.receipt, receipt === null ? texts.noReceipt : texts.refundStates[receipt]],
            ...known(texts.providerId, data.providerId),
            ...known(texts.canceledFor, data.cancelReason),
            ...known(texts.validUntil, data.validUntil === null ? null : moment(data.validUntil)),
            ...refunds.map(
              (refund) =>
                [
                  texts.refund,
                  [
                    texts.refundOf(money(refund.amount), formatNumber(refund.uses, language)),
                    texts.refundStates[refund.state],
                    ...(refund.cause === null ? [] : [texts.causes[refund.cause]]),
                    refund.reason,
                  ].join(' · '),
                ] as const,
            ),
          ]}
        />
        <Actions>
          {state === 'succeeded' && (
            <ButtonLink look="accent" to={commandPath('payments refund', { id })}>
              {texts.refundIt}
            </ButtonLink>
          )}
          {data.validUntil === null && (
            <ButtonLink to={commandPath('payments settle', { id })}>{texts.settle}</ButtonLink>
          )}
          {data.validUntil !== null && state === 'pending' && (
            <ButtonLink to={commandPath('invoices confirm', { number: number.toLowerCase() })}>
              {texts.confirm}
            </ButtonLink>
          )}
          {data.hasDocument && <DocumentButton id={id} />}
        </Actions>
      </Section>
      <Section title={texts.timeline}>
        <Facts facts={data.events.map(({ event, at }) => [texts.events[event], moment(at)] as const)} />
      </Section>
      <AuditOf subject={`payment:${id}`} />
    </PageScaffold>
  )
}

/** Saves the document that the buyer can download, too. */
function DocumentButton({ id }: { readonly id: string }) {
  const { language } = useLanguage()
  const { payments: texts } = useConsoleTexts().pages
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  async function save() {
    setState('busy')
    try {
      const { name, content } = await read('payments document', { id, language })
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      saveFile(new File([bytes], name, { type: 'application/pdf' }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button icon="save" isBusy={state === 'busy'} onClick={() => void save()}>
      {state === 'failed' ? texts.documentFailed : texts.document}
    </Button>
  )
}
