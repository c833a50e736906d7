import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { ExplainedFailure, useAction } from '#web/kit/actions/use-action.ts'
import { Icon, type IconName } from '#web/kit/components/Icon.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { PurchaseRecord } from './purchase-records.ts'
import type * as reportDialog from './ReportDialog.tsx'
import styles from './ReportContact.module.css'

const DAY_MS = 86_400_000
const SIGNS = {
  credited: 'check',
  replaced: 'check',
  review: 'clock',
  refused: 'info',
} as const satisfies Record<NonNullable<PurchaseRecord['report']>['state'], IconName>

/** What became of a report of a bought contact, and the way to one while its warranty lasts. */
export function ReportContact({ record }: { readonly record: PurchaseRecord }) {
  const { common, evidence } = useTexts()
  const { report: texts } = evidence
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState<typeof reportDialog | null>(null)
  const state = useRef<HTMLSpanElement>(null)
  const hasClosed = useRef(false)
  const { report } = record
  const [now] = useState(() => Date.now())
  const canReport = isReportable(record, now)
  useEffect(() => {
    if (isOpen || !hasClosed.current) return
    hasClosed.current = false
    // The button that opened the dialog is gone.
    if (!canReport) state.current?.focus()
  }, [isOpen, canReport])
  const { isBusy, run } = useAction({
    subject: 'report-form',
    loading: common.loading,
    failure: texts.notLoaded,
  })
  const open = () =>
    run(loadDialog(texts.notLoaded), {
      onDone: (loaded) => {
        setCode(loaded)
        setOpen(true)
      },
    })
  if (report === null && !canReport && !isOpen) return null
  const date = report === null ? '' : formatShortDate(report.at, language)
  return (
    <span className={styles.place}>
      {report !== null && (
        <span ref={state} tabIndex={-1} className={classNames(styles.state, styles[report.state])}>
          <Icon name={SIGNS[report.state]} size="small" />
          {report.state === 'review' ? texts.states.review : texts.states[report.state](date)}
        </span>
      )}
      {canReport && (
        <button
          type="button"
          className={styles.open}
          aria-label={texts.openFor(record.channel_name)}
          aria-haspopup="dialog"
          aria-busy={isBusy || undefined}
          // Disabled, it would lose the focus.
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void open()}
        >
          {texts.open}
        </button>
      )}
      {code !== null &&
        createPortal(
          <code.ReportDialog
            record={record}
            isOpen={isOpen}
            onClose={() => {
              hasClosed.current = true
              setOpen(false)
            }}
          />,
          document.body,
        )}
    </span>
  )
}

/** Loads the code of the form. @param failed what a failure tells: the list stays as it is */
function loadDialog(failed: string): () => Promise<typeof reportDialog> {
  return () =>
    import('./ReportDialog.tsx').catch(() => {
      throw new ExplainedFailure(failed)
    })
}

/** Whether a contact is shown that its buyer may still report: one that took the place of a reported one may be, too. */
function isReportable({ email, boughtAt, report }: PurchaseRecord, now: number): boolean {
  const isInTime = now - Date.parse(boughtAt) < WARRANTY_DAYS * DAY_MS
  return email !== null && isInTime && (report === null || report.state === 'replaced')
}
