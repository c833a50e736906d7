import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { EVIDENCE_MAX, type REPORT_KINDS, WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useHolderId } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Form, FormProblem, TextArea } from '#web/kit/components/forms.tsx'
import { Actions, Lead, Note } from '#web/kit/components/layout.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { MailAddress } from './MailAddress.tsx'
import type { PurchaseRecord } from './purchase-records.ts'
import { type Reported, reportPurchase } from './report-purchase.ts'
import styles from './ReportDialog.module.css'
import { useDescribe } from '#web/kit/actions/refusals.ts'

/** What a person chooses from. That there is no mailbox may be said with the mail server's answer, or without. */
const KINDS = ['bounced', 'wrong_person', 'not_business'] as const
type Kind = (typeof KINDS)[number]

/** What fits into the body of a call, in bytes of UTF-8, with room for what surrounds it. */
const BYTES_MAX = 64_000

interface ReportDialogProps {
  readonly record: PurchaseRecord
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Where a buyer says what is wrong with a contact, and learns at once what becomes of it. */
export function ReportDialog({ record, isOpen, onClose }: ReportDialogProps) {
  const { common, evidence } = useTexts()
  const { report: texts } = evidence
  // Kept while the dialog is closed: it may have been closed by mistake.
  const [kind, setKind] = useState<Kind>('bounced')
  const [message, setMessage] = useState('')
  const [reported, setReported] = useState<Reported | null>(null)
  const close = () => {
    onClose()
    if (reported !== null) setMessage('')
  }
  // The verdict stays while the dialog leaves, and is gone the next time.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setReported(null)
  }
  return (
    <Dialog
      title={reported === null ? texts.title : texts.titles[reported.state]}
      closeLabel={common.close}
      isOpen={isOpen}
      onClose={close}
    >
      {reported === null ? (
        <ReportForm
          record={record}
          kind={kind}
          message={message}
          onKind={setKind}
          onMessage={setMessage}
          onReported={setReported}
        />
      ) : (
        <Verdict reported={reported} onClose={close} />
      )}
    </Dialog>
  )
}

interface ReportFormProps {
  readonly record: PurchaseRecord
  readonly kind: Kind
  readonly message: string
  readonly onKind: (kind: Kind) => void
  readonly onMessage: (message: string) => void
  readonly onReported: (reported: Reported) => void
}

function ReportForm({ record, kind, message, onKind, onMessage, onReported }: ReportFormProps) {
  const { errors, evidence } = useTexts()
  const { report: texts } = evidence
  const { language } = useLanguage()
  const holderId = useHolderId() ?? 0
  const [problem, setProblem] = useState<{ readonly text: string; readonly isOfMessage: boolean } | null>(
    null,
  )
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem?.isOfMessage === true) form.current?.querySelector('textarea')?.focus()
  }, [problem])
  const tooLong = texts.tooLong(formatNumber(EVIDENCE_MAX / 2, language))
  const describe = useDescribe()
  const { isPending, mutate } = useAction({
    mutationFn: (body: Parameters<typeof reportPurchase>[2]) => reportPurchase(holderId, record, body),
    meta: {
      subject: `report-${record.transaction_id}`,
      loading: ({ evidence: given }) => (given === undefined ? texts.sending : texts.reading),
      // It shows in the form, which keeps what was typed.
      failure: null,
    },
    onSuccess: onReported,
    onError(error) {
      const { code } = error
      if (code === 'wrong_evidence') return setProblem({ text: errors.wrong_evidence, isOfMessage: true })
      if (code === 'too_large' || code === 'invalid_input')
        return setProblem({ text: tooLong, isOfMessage: true })
      const own = {
        already_reported: texts.already,
        no_contact: texts.noContact,
        not_found: texts.notFound,
      }
      const isLost = code === 'offline' && !error.isUnsent
      const text = isLost
        ? texts.failed
        : code in own
          ? own[code as keyof typeof own]
          : describe(error, texts.failed)
      setProblem({ text, isOfMessage: false })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const given = kind === 'bounced' ? message.trim() : ''
    if (given.length > EVIDENCE_MAX || new Blob([JSON.stringify(given)]).size > BYTES_MAX)
      return setProblem({ text: tooLong, isOfMessage: true })
    setProblem(null)
    const said: (typeof REPORT_KINDS)[number] = kind === 'bounced' && given === '' ? 'no_mailbox' : kind
    mutate({ kind: said, ...(given !== '' && { evidence: given }) })
  }
  return (
    <Form ref={form} onSubmit={submit}>
      <Lead>{texts.lead(record.channel_name, WARRANTY_DAYS)}</Lead>
      <fieldset className={styles.kinds}>
        <legend>
          <VisuallyHidden>{texts.title}</VisuallyHidden>
        </legend>
        {KINDS.map((each) => (
          <KindChoice
            key={each}
            kind={each}
            isChosen={each === kind}
            onChoose={() => {
              setProblem(null)
              onKind(each)
            }}
          />
        ))}
      </fieldset>
      {kind === 'bounced' && (
        <div className={styles.message}>
          <TextArea
            label={texts.evidence}
            value={message}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            error={problem?.isOfMessage === true ? problem.text : null}
            onChange={({ target }) => {
              setProblem(null)
              onMessage(target.value)
            }}
          />
          <Note>{texts.kept}</Note>
          <details className={styles.how}>
            <summary>{texts.how}</summary>
            <ol>
              {texts.ways.map((way) => (
                <li key={way}>{way}</li>
              ))}
            </ol>
          </details>
        </div>
      )}
      <FormProblem>{problem !== null && !problem.isOfMessage && problem.text}</FormProblem>
      <div className={styles.foot}>
        <Actions isAtEnd>
          <Button type="submit" look="accent" isBusy={isPending}>
            {texts.send}
          </Button>
        </Actions>
      </div>
    </Form>
  )
}

interface KindChoiceProps {
  readonly kind: Kind
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function KindChoice({ kind, isChosen, onChoose }: KindChoiceProps) {
  const { report } = useTexts().evidence
  const id = useId()
  return (
    <div className={styles.kind}>
      <input
        id={id}
        type="radio"
        name="report-kind"
        checked={isChosen}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
      />
      <label htmlFor={id}>
        <span>{report.kinds[kind]}</span>
        <span id={`${id}-hint`} className={styles.hint}>
          {report.hints[kind]}
        </span>
      </label>
    </div>
  )
}

/** What became of the report; it takes the focus from the form that it replaces. */
function Verdict({ reported, onClose }: { readonly reported: Reported; readonly onClose: () => void }) {
  const { evidence, purchases, reveals } = useTexts()
  const { report: texts } = evidence
  const { language } = useLanguage()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  const { state, reason, uses, record } = reported
  const verdict = reason === 'late' ? texts.verdicts.late(WARRANTY_DAYS) : texts.verdicts[reason]
  return (
    <>
      <div ref={words} className={styles.verdict} role="status" tabIndex={-1}>
        <p>{verdict}</p>
        {state === 'credited' && <p>{texts.balance(uses, formatNumber(uses, language))}</p>}
        {state === 'review' && <p>{texts.wait}</p>}
        {state === 'replaced' &&
          (record?.email == null ? (
            <p>{texts.inPurchases}</p>
          ) : (
            <>
              <p className={styles.address}>
                <MailAddress email={record.email} />
                <CopyButton
                  text={record.email}
                  label={purchases.copy(record.channel_name)}
                  doneLabel={reveals.contactCopied}
                  failedText={reveals.copyFailed}
                />
              </p>
              <p>{texts.free}</p>
            </>
          ))}
      </div>
      <Actions isAtEnd>
        <Button look="ink" onClick={onClose}>
          {texts.close}
        </Button>
      </Actions>
    </>
  )
}
