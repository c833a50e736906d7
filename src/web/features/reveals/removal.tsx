import { useCallback, useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useHolderId } from '#web/kit/api/session.ts'
import { type PurchaseRecord, removePurchase, restorePurchase } from './purchase-records.ts'
import { UndoNotice } from './ActionNotice.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions } from '#web/kit/components/layout.tsx'

/** How long a card fades before its record is deleted, in ms. */
const FADE_MS = 500

interface Removal {
  /** Transaction ids of the records whose cards are fading. */
  readonly leaving: ReadonlySet<number>
  readonly remove: (record: PurchaseRecord) => void
}

/** Removes purchases: the card fades, then the record is deleted, then the removal can be undone. */
export function useRemoval(): Removal {
  const { purchases } = useTexts()
  const holderId = useHolderId() ?? 0
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())

  const { mutate: undo } = useAction({
    mutationFn: (record: PurchaseRecord) => restorePurchase(holderId, record),
    meta: {
      subject: ({ transaction_id: id }) => `removed-${id}`,
      loading: purchases.undo,
      success: (_, { channel_name: name }) => purchases.undone(name),
      failure: () => purchases.undoFailed,
    },
  })
  const { mutate: finish } = useAction({
    mutationFn: (record: PurchaseRecord) => removePurchase(holderId, record),
    meta: {
      subject: ({ transaction_id: id }) => `removed-${id}`,
      success: (_, record) => ({
        kind: 'info',
        text: (
          <UndoNotice
            text={purchases.removed(record.channel_name)}
            onUndo={record.email === null ? null : () => undo(record)}
          />
        ),
      }),
      failure: (_, __, { channel_name: name }) => purchases.removeFailed(name),
    },
    onSettled: (_, __, { transaction_id: id }) =>
      setLeaving((before) => new Set([...before].filter((other) => other !== id))),
  })

  const remove = useCallback(
    (record: PurchaseRecord) => {
      setLeaving((before) => new Set([...before, record.transaction_id]))
      // The timer outlives the page: a started removal is completed.
      setTimeout(() => finish(record), FADE_MS)
    },
    [finish],
  )
  return { leaving, remove }
}

interface AskRemovalProps {
  /** The record to remove; null shows nothing. */
  readonly record: PurchaseRecord | null
  readonly onAnswer: (isWanted: boolean) => void
}

/** Asks before removing a record that cannot be restored. */
export function AskRemoval({ record, onAnswer }: AskRemovalProps) {
  const { purchases, common } = useTexts()
  return (
    <Dialog
      title={purchases.askTitle(record?.channel_name ?? '')}
      closeLabel={common.close}
      isOpen={record !== null}
      onClose={() => onAnswer(false)}
    >
      <p>{purchases.askText}</p>
      <Actions isAtEnd>
        <Button onClick={() => onAnswer(false)}>{purchases.askKeep}</Button>
        <Button look="ink" onClick={() => onAnswer(true)}>
          {purchases.askRemove}
        </Button>
      </Actions>
    </Dialog>
  )
}
