import { type ReactNode, useState } from 'react'
import { useHolderId } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { useIsOnline } from '#web/kit/components/use-is-online.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface OfflineFailureProps {
  /** The action's own words for its failure, if any. */
  readonly lead: ReactNode
  /** Without a connection from the start: nothing can have reached the server. */
  readonly isUnsent: boolean
  /** Null where only the page itself can repeat it. */
  readonly onRetry: (() => void) | null
}

/** An action that did not reach the server: says what it cost, and repeats it, if it can, once the connection is back. */
export function OfflineFailure({ lead, isUnsent, onRetry }: OfflineFailureProps) {
  const { common } = useTexts()
  const isOnline = useIsOnline()
  // A notice that stays while another person logs in, or another purse is chosen, must not act for that one.
  const holder = useHolderId()
  const [asker] = useState(holder)
  const isEnded = typeof lead !== 'string' || !/[\p{L}\d]$/u.test(lead)
  return (
    <span className="toast-notice">
      <span>
        <span>{lead}</span>
        <span>{`${isEnded ? ' ' : '. '}${isUnsent ? common.offlineUnsent : common.offlineBroken} `}</span>
        {!isOnline && onRetry !== null && <span>{common.offlineWait}</span>}
      </span>
      {isOnline && onRetry !== null && holder === asker && (
        <Button size="small" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </span>
  )
}
