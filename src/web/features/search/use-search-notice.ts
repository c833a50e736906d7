import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { followRequest } from '#web/kit/actions/use-action.ts'
import { totalOf } from './ResultsHead.tsx'
import type { Results } from './use-results.ts'

/** Shows a notification for a slow or failed search, unless a page explains the failure. */
export function useSearchNotice(results: Results): void {
  const { search } = useTexts()
  const { language } = useLanguage()
  const tell = useRef<ReturnType<typeof followRequest> | null>(null)
  const { state, error } = results
  const isWaiting = state === 'loading' || state === 'old'
  const found = results.channels.length === 0 ? search.emptyTitle : totalOf(results, search, language)
  useEffect(() => {
    if (isWaiting) {
      tell.current ??= followRequest('search', search.searching)
    } else if (state === 'error') {
      tell.current ??= followRequest('search', search.searching)
      tell.current({ kind: 'error', text: search.errorTitle, reason: error })
      tell.current = null
    } else {
      tell.current?.(state === 'ready' ? { kind: 'success', text: found, evenIfQuick: false } : null)
      tell.current = null
    }
  }, [isWaiting, state, error, found, search])
  useEffect(() => () => tell.current?.(null), [])
}
