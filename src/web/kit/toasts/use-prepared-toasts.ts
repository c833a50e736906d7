import { useEffect } from 'react'
import { prepareToasts } from './toasts.ts'

/** Loads the notification code in advance, for pages where actions can fail: the connection may be lost later. */
export function usePreparedToasts(): void {
  useEffect(() => {
    prepareToasts().catch(() => {})
  }, [])
}
