import { useEffect } from 'react'
import { prepareToasts } from './toasts.ts'

/** For pages where things can fail: what shows notifications is there before the connection can be lost. */
export function usePreparedToasts(): void {
  useEffect(() => {
    prepareToasts().catch(() => {})
  }, [])
}
