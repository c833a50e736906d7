import { Button } from '#web/kit/components/Button.tsx'
import { Words } from '#web/kit/components/layout.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { ExplainedFailure } from '#web/kit/actions/refusals.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { Icon, type IconName } from '#web/kit/components/Icon.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { PurchaseRecord } from './purchase-records.ts'
import type * as reportDialog from './ReportDialog.tsx'
import { DAY_MS } from '#shared/rules/time.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'

const SIGNS = {
  credited: 'check',
  replaced: 'check',
  review: 'clock',
  refused: 'info',
} as const satisfies Record<NonNullable<PurchaseRecord['report']>['state'], IconName>

const TONES = { credited: 'success', replaced: 'success', review: 'warning', refused: 'muted' } as const

interface ReportContactProps {
  readonly record: PurchaseRecord
  /** In a table they stand apart: what became of the report beside the status, the way to one in the row's menu. */
  readonly part?: 'state' | 'opener'
}

/** What became of a report of a bought contact, and the way to one while its warranty lasts. */
export function ReportContact({ record, part }: ReportContactProps) {
  const { common, evidence } = useTexts()
  const { report: texts } = evidence
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState<typeof reportDialog | null>(null)
  const state = useRef<HTMLSpanElement>(null)
  const hasClosed = useRef(false)
  const { report } = record
  const mayReport = useMay('purchases:write')
  const [now] = useState(() => Date.now())
  const canReport = part !== 'state' && isReportable(record, now) && mayReport
  const hasState = part !== 'opener' && report !== null
  useEffect(() => {
    if (isOpen || !hasClosed.current) return
    hasClosed.current = false
    // The button that opened the dialog is gone.
    if (!canReport) state.current?.focus()
  }, [isOpen, canReport])
  const { isPending, mutate: open } = useAction({
    mutationFn: () => loadDialog(record, texts.notLoaded),
    meta: { subject: 'report-form', loading: common.loading, failure: texts.notLoaded },
    onSuccess(loaded) {
      setCode(loaded)
      setOpen(true)
    },
  })
  const opener = useRef<HTMLButtonElement>(null)
  const openAgain = useEffectEvent(() => {
    if (part === 'state' || !isReloadedFor(record)) return
    // It had it before the reload, and gets it back from the dialog.
    opener.current?.focus()
    open()
  })
  useEffect(() => openAgain(), [])
  if (!hasState && !canReport && !isOpen) return null
  const opening = {
    ref: opener,
    'aria-label': texts.openFor(record.channel_name),
    'aria-haspopup': 'dialog',
    onClick: () => !isPending && open(),
  } as const
  const date = report === null ? '' : formatShortDate(report.at, language)
  return (
    <>
      {hasState && (
        <Words ref={state} tabIndex={-1} tone={TONES[report.state]} isSmall>
          <Icon name={SIGNS[report.state]} size="small" />
          <span>{report.state === 'review' ? texts.states.review : texts.states[report.state](date)}</span>
        </Words>
      )}
      {canReport && part === 'opener' && (
        <button
          {...opening}
          type="button"
          aria-busy={isPending || undefined}
          aria-disabled={isPending || undefined}
        >
          <Icon name="mailOff" size="small" />
          <span>{texts.open}</span>
        </button>
      )}
      {canReport && part !== 'opener' && (
        <Button {...opening} look="text" isBusy={isPending}>
          {texts.open}
        </Button>
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
    </>
  )
}

/** The purchase whose form the page was reloaded for. */
const reloaded = keptInTab('reportReloaded')
let hasFailed = false

/**
 * Loads the code of the form; from the second attempt on by a new page, since browsers remember until then that a file could not be
 * loaded, and a new release replaces files. @param failed what a failure tells: the list stays as it is
 */
async function loadDialog({ transaction_id: id }: PurchaseRecord, failed: string) {
  try {
    return await import('./ReportDialog.tsx')
  } catch {
    if (hasFailed && navigator.onLine) {
      // Without storage it takes another press.
      reloaded.write(String(id))
      window.location.reload()
      // It stays busy until then.
      return new Promise<never>(() => {})
    }
    hasFailed = true
    throw new ExplainedFailure(failed)
  }
}

/** Whether the page was reloaded for the form of this purchase; true only once. */
function isReloadedFor({ transaction_id: id }: PurchaseRecord): boolean {
  if (reloaded.read() !== String(id)) return false
  reloaded.write(null)
  return true
}

/** Whether a contact is shown that its buyer may still report: also one that took the place of another, or with an answer now. */
function isReportable({ email, boughtAt, report }: PurchaseRecord, now: number): boolean {
  const isInTime = now - Date.parse(boughtAt) < WARRANTY_DAYS * DAY_MS
  return email !== null && isInTime && (report === null || report.state === 'replaced' || report.mayProve)
}
