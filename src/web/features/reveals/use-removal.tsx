import { useCallback, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { type PurchaseRecord, useSession } from '#web/kit/api/session.ts'
import { toastPromise } from '#web/kit/toasts/toast-promise.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { removePurchase, restorePurchase } from './remove-purchase.ts'
import { UndoNotice } from '#web/kit/toasts/UndoNotice.tsx'

/** A card fades for this long before its record is deleted, in ms. */
const FADE_MS = 500

interface Removal {
  /** Transaction ids of the records whose cards fade. */
  readonly leaving: ReadonlySet<number>
  readonly remove: (record: PurchaseRecord) => void
}

/** Removes purchases: the card fades, then the record is deleted, then it can be undone. */
export function useRemoval(): Removal {
  const { purchases } = useTexts()
  const userId = useSession().userData?.userInformation.user_id ?? 0
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())

  const remove = useCallback(
    (record: PurchaseRecord) => {
      const { transaction_id: id, channel_name: name } = record
      const toastId = `removed-${id}`
      const undo = () => {
        void toastPromise(restorePurchase(userId, record), {
          id: toastId,
          loading: purchases.undo,
          success: purchases.undone(name),
          error: () => purchases.undoFailed,
        }).catch(() => {})
      }
      const finish = async () => {
        try {
          await removePurchase(userId, record)
          const text = (
            <UndoNotice text={purchases.removed(name)} onUndo={record.email === null ? null : undo} />
          )
          void showToast({ kind: 'info', id: toastId, text })
        } catch (error) {
          void showToast({ kind: 'error', id: toastId, text: purchases.removeFailed(name), reason: error })
        } finally {
          setLeaving((before) => new Set([...before].filter((other) => other !== id)))
        }
      }
      setLeaving((before) => new Set([...before, id]))
      // The timer outlives the page: a removal that was begun is finished.
      setTimeout(() => void finish(), FADE_MS)
    },
    [purchases, userId],
  )
  return { leaving, remove }
}
