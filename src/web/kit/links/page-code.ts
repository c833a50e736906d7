import { type ComponentType, createContext, createElement, use, useSyncExternalStore } from 'react'
import type { PageName } from '#shared/pages.ts'

/** The code of a page, which comes when it is needed. */
export interface PageCode {
  /** Renders at once when its code is there already, as it must be when served HTML is taken over; else it suspends. */
  readonly Component: ComponentType
  /** Fetches its code ahead of time. */
  readonly preload: () => Promise<ComponentType>
  /** The same for somebody who is on the way there: until it has come, `useIsPageLoading` says so. */
  readonly follow: () => Promise<void>
  /** Its file, by which the build finds what to preload with the page's HTML. */
  readonly source: string
}

let loading = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  loading += change
  for (const listener of listeners) listener()
}

/** Describes a page's code. @param source its file from the project's root */
export function pageCode(source: string, load: () => Promise<ComponentType>): PageCode {
  let request: Promise<ComponentType> | null = null
  let loaded: ComponentType | null = null
  let hasFailed = false
  const fetchCode = async () => {
    try {
      loaded = await load()
      return loaded
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  // Rendering never asks anew, or a failure would repeat without end; reaching for the page again does.
  const current = () => (request ??= fetchCode())
  const preload = () => {
    if (hasFailed) request = null
    hasFailed = false
    return current()
  }
  const follow = async () => {
    if (loaded !== null) return
    count(1)
    // A failure shows where the page is rendered.
    await preload().catch(() => null)
    count(-1)
  }
  return { Component: () => createElement(loaded ?? use(current())), preload, follow, source }
}

/** The code of every page; the app above gives it to the links below. */
export const PageCodeContext = createContext<Readonly<Record<PageName, PageCode>> | null>(null)

/** The code of a page, to fetch it ahead. */
export function usePageCode(page: PageName): PageCode {
  const code = use(PageCodeContext)
  if (code === null) throw new Error('PageCodeContext is missing')
  return code[page]
}

/** Whether a page that was asked for is still on its way. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loading > 0,
    () => false,
  )
}
