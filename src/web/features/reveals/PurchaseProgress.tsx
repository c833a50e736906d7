import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cleanNote, NOTE_MAX } from '#shared/rules/cards.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useHolderId } from '#web/kit/api/session.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'
import { ActionNotice } from './ActionNotice.tsx'
import { type Change, changePurchase } from './change-purchase.ts'
import styles from './PurchaseProgress.module.css'
import type { PurchaseRecord } from './purchase-records.ts'
import { StagePill } from './StagePill.tsx'

interface OfRecord {
  readonly record: PurchaseRecord
}

/** How far the buyer has got with a contact. */
export function StatusPill({ record }: OfRecord) {
  const { purchases } = useTexts()
  const change = useChange(record)
  return (
    <StagePill
      stage={record.status}
      label={purchases.statusOf(record.channel_name)}
      onChange={(status) => void change({ status })}
    />
  )
}

/** The buyer's own note on a contact: a press edits it, Enter or leaving it saves, Escape does not; with Shift, Enter begins a line. */
export function NoteLine({ record }: OfRecord) {
  const { purchases } = useTexts()
  const change = useChange(record)
  const mayChange = useMay('purchases:write')
  const [draft, setDraft] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const line = useRef<HTMLButtonElement>(null)
  // A field that goes away loses the focus as well.
  const isSettled = useRef(true)
  const isEditing = draft !== null
  useEffect(() => {
    if (isEditing) field.current?.focus()
  }, [isEditing])

  const edit = (text: string) => {
    isSettled.current = false
    setDraft(text)
  }
  const save = async () => {
    if (draft === null || isSettled.current) return
    isSettled.current = true
    setDraft(null)
    const note = cleanNote(draft)
    if (note === record.note) return
    // What was typed is not lost.
    if (!(await change({ note }))) edit(draft)
  }
  const finish = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' || event.shiftKey) && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter') void save()
    isSettled.current = true
    setDraft(null)
    // The line is there again once the field is gone.
    requestAnimationFrame(() => line.current?.focus())
  }
  if (draft !== null) {
    return (
      <textarea
        ref={field}
        rows={1}
        className={styles.field}
        aria-label={purchases.noteOn(record.channel_name)}
        placeholder={purchases.notePlaceholder}
        value={draft}
        maxLength={NOTE_MAX}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={finish}
        onBlur={() => void save()}
      />
    )
  }
  return (
    <button
      ref={line}
      type="button"
      className={classNames(styles.note, record.note === '' && styles.empty)}
      disabled={!mayChange}
      onClick={() => edit(record.note)}
    >
      <Icon name="pencil" size="small" />
      <VisuallyHidden>{`${purchases.noteOn(record.channel_name)}: `}</VisuallyHidden>
      <span>{record.note === '' ? purchases.addNote : record.note}</span>
    </button>
  )
}

/** Offers to mark a new contact as written to, once its address has been used. */
export function useWrittenOffer(record: PurchaseRecord): () => void {
  const { purchases } = useTexts()
  const change = useChange(record)
  const mayChange = useMay('purchases:write')
  return () => {
    if (record.status !== 'found' || !mayChange) return
    const id = `written-${record.transaction_id}`
    const onPress = () => {
      void hideToast(id)
      void change({ status: 'contacted' })
    }
    const action = { label: purchases.markWritten, onPress }
    void showToast({
      kind: 'info',
      id,
      text: <ActionNotice text={purchases.askWritten(record.channel_name)} action={action} />,
    })
  }
}

/** Changes what is noted on a record. It resolves to whether it was saved; a failure is explained in a notification. */
function useChange(record: PurchaseRecord): (change: Change) => Promise<boolean> {
  const { errors, purchases } = useTexts()
  const holderId = useHolderId() ?? 0
  const { mutateAsync } = useAction({
    mutationFn: (change: Change) => changePurchase(holderId, record, change),
    meta: {
      subject: `noted-${record.transaction_id}`,
      failure: (error, describe) =>
        error.code === 'changed_meanwhile'
          ? `${errors.changed_meanwhile} ${purchases.shownAsThere}`
          : describe(error, purchases.changeFailed(record.channel_name)),
    },
  })
  return (change) =>
    mutateAsync(change).then(
      () => true,
      () => false,
    )
}
