import { type ComponentType, createContext, createElement, use } from 'react'
import type { PageName } from '#shared/pages.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

/** A page's code, loaded on demand. */
export interface PageCode {
  /** Renders immediately when its code has loaded, as hydration requires; otherwise it suspends. */
  readonly Component: ComponentType
  /** Fetches the page's code ahead of time. */
  readonly preload: () => Promise<ComponentType>
  /** The same for a person who follows a link to the page: `useIsPageLoading` is true until it has loaded. */
  readonly follow: () => Promise<void>
  /** Its source file, by which the build finds what to preload with the page's HTML. */
  readonly source: string
}

/** How many requested pages are still loading. */
const loading = createStore(0)

/** Describes a page's code. @param source its file, relative to the project's root */
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
  // Rendering never requests again, or a failure would repeat endlessly; following a link to the page does.
  const current = () => (request ??= fetchCode())
  const preload = () => {
    if (hasFailed) request = null
    hasFailed = false
    return current()
  }
  const follow = async () => {
    if (loaded !== null) return
    loading.set(loading.get() + 1)
    // A failure shows when the page renders.
    await preload().catch(() => null)
    loading.set(loading.get() - 1)
  }
  return { Component: () => createElement(loaded ?? use(current())), preload, follow, source }
}

/** The code of every page; provided by the app for the links inside it. */
export const PageCodeContext = createContext<Readonly<Record<PageName, PageCode>> | null>(null)

/** A page's code, to prefetch it. */
export function usePageCode(page: PageName): PageCode {
  const code = use(PageCodeContext)
  if (code === null) throw new Error('PageCodeContext is missing')
  return code[page]
}

/** Whether a requested page is still loading. */
export function useIsPageLoading(): boolean {
  return useStore(loading) > 0
}
