import { useEffect, useRef } from 'react'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { FIRST_SEARCH_REMINDER } from '#web/features/reveals/use-reveal.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { showToast } from '#web/kit/toasts/toasts.tsx'

const KEY = 'searchedInVisit'
let hasSearched = false

/** Suggests login to a visitor at the first search of a visit. @param isSearching whether a search is in progress */
export function useFirstSearchPrompt(isSearching: boolean): void {
  const { status } = useSession()
  const wasIn = useRef(false)
  useEffect(() => {
    // A session that ends on this page is reported elsewhere.
    if (status === 'in') wasIn.current = true
    if (!isSearching || status !== 'out' || wasIn.current || !isFirstInVisit()) return
    void showToast({ kind: 'info', text: <LogInFirst />, id: FIRST_SEARCH_REMINDER })
  }, [isSearching, status])
}

function isFirstInVisit(): boolean {
  if (hasSearched) return false
  hasSearched = true
  try {
    if (sessionStorage.getItem(KEY) !== null) return false
    sessionStorage.setItem(KEY, 'true')
  } catch {
    // A browser without storage is reminded once per page load.
  }
  return true
}
