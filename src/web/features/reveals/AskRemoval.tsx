import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions } from '#web/kit/components/layout.tsx'
import type { PurchaseRecord } from './record-purchase.ts'

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
