import { createElement } from 'react'
import { useNavigate } from 'react-router'
import type { UserData } from '#shared/api/accounts.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { setCover } from '#web/kit/components/cover.ts'
import { useReturnPath } from '#web/kit/links/came-from.ts'
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

/** Opens a session: the welcome, and after it the page that the person came from, or the search. */
export function useWelcome(): (session: UserData) => Promise<void> {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  return async (session) => {
    enterSession(session)
    const lift = await greet('welcome', session.userInformation.username)
    void navigate(returnPath)
    lift()
  }
}
