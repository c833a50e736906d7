import { createElement } from 'react'
import { setCover } from '#web/kit/components/cover.ts'
import { type Greeting, GreetingOverlay } from './GreetingOverlay.tsx'

/** How long the overlay stays, in ms. */
const GREETING_MS = 2000

/**
 * Covers the page.
 * @returns after 2 seconds, what lifts the cover: what comes next is put under it first
 */
export async function greet(kind: Greeting['kind'], username: string): Promise<() => void> {
  setCover(createElement(GreetingOverlay, { kind, username }))
  await new Promise((resolve) => setTimeout(resolve, GREETING_MS))
  return () => setCover(null)
}
