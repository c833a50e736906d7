import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { INTO_FIELD } from '#web/kit/links/location-state.ts'

/**
 * `/`, pressed outside fields, leads into the page's search field, and on a page without one to the search. A page with a form keeps
 * the person, because what they have typed would be lost.
 */
export function useSearchKey(): void {
  const navigate = useNavigate()
  const enter = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    const field = document.querySelector<HTMLInputElement>('main form[role="search"] input')
    if (field === null && document.querySelector('main form, dialog[open]') !== null) return
    // Firefox would open its own search.
    event.preventDefault()
    if (field === null) void navigate(PATHS.search, { state: INTO_FIELD })
    else field.select()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => enter(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
