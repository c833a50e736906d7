import { useEffect, useState } from 'react'
import { PAGES } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'

type ScriptState = 'loading' | 'ready' | 'failed'

/**
 * Loads a provider's script. Only documents loaded as a login or sign-up page may load it, so a document that started as
 * another page is reloaded. Pages that use it also call `useNoScriptBehind`.
 * @param script null while it is not known, or when there is none
 */
export function useProviderScript(script: string | null): ScriptState {
  const [state, setState] = useState<ScriptState>('loading')
  useEffect(() => {
    if (script === null) return
    const isForeign = new URL(script, location.href).origin !== location.origin
    if (isForeign && !isOpened(documentAddress())) {
      location.reload()
      return
    }
    hasForeign ||= isForeign
    let isGone = false
    load(script).then(
      () => !isGone && setState('ready'),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [script])
  return state
}

/**
 * Reloads when the person leaves for a page that may not load providers' scripts, so that none stays behind. Called by the
 * page, which outlives the button or the captcha that wanted the script.
 */
export function useNoScriptBehind(): void {
  useEffect(
    () => () => {
      if (hasForeign && !isOpened(location.pathname)) location.reload()
    },
    [],
  )
}

let hasForeign = false
const loads = new Map<string, Promise<void>>()

function load(script: string): Promise<void> {
  const known = loads.get(script)
  if (known !== undefined) return known
  const loading = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.async = true
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      loads.delete(script)
      reject(new Error('The script of a provider did not load'))
    })
    document.head.append(element)
  })
  loads.set(script, loading)
  return loading
}

function isOpened(pathname: string): boolean {
  const { page } = parseAddress(pathname)
  return page !== null && PAGES[page].loadsProviders === true
}

/** The path that this document was loaded from, whichever page it shows now. */
function documentAddress(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? location.pathname : new URL(navigation.name).pathname
}
