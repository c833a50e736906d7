import { useEffect, useRef } from 'react'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { FIRST_SEARCH_REMINDER } from '#web/features/reveals/use-reveal.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore, FLAG } from '#web/kit/stores/store.ts'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { followRequest } from '#web/kit/actions/follow-request.ts'
import { totalOf } from './total.ts'
import type { Results } from './use-results.ts'

/** Shows a notification for a slow or failed search, unless a page explains the failure. */
export function useSearchNotice(results: Results): void {
  const { search } = useTexts()
  const { language } = useLanguage()
  const tell = useRef<ReturnType<typeof followRequest> | null>(null)
  const { state, error } = results
  const isWaiting = state === 'loading' || state === 'old'
  const found = totalOf(results, search, language)
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
  // Other results stay in view, so only the notification can tell.
  const isBusy = results.isBusy && state === 'old'
  useEffect(() => {
    if (!isBusy) return
    tell.current?.(null)
    tell.current = followRequest('search', null)
    void showToast({ kind: 'loading', text: `${search.busyTitle}. ${search.busyText}`, id: 'search' })
  }, [isBusy, search])
  useEffect(() => () => tell.current?.(null), [])
}

const hasSearched = createStore(false, { in: keptInTab('searchedInVisit'), ...FLAG })

/** Suggests login to a visitor at the first search of a visit. @param isSearching whether a search is in progress */
export function useFirstSearchPrompt(isSearching: boolean): void {
  const { status } = useSession()
  const wasIn = useRef(false)
  useEffect(() => {
    // A session that ends on this page is reported elsewhere.
    if (status === 'in') wasIn.current = true
    if (!isSearching || status !== 'out' || wasIn.current || hasSearched.get()) return
    hasSearched.set(true)
    void showToast({
      kind: 'info',
      text: <LogInFirst toast={FIRST_SEARCH_REMINDER} />,
      id: FIRST_SEARCH_REMINDER,
    })
  }, [isSearching, status])
}
