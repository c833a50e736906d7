import { CallError, call } from '#web/kit/api/call.ts'
import {
  enterSession,
  getSession,
  leaveSession,
  onSessionChange,
  treatAsVisitor,
} from '#web/kit/api/session.ts'
import { confirmCookies } from './CookieBanner.tsx'

/** Set by the server with every page: `0` when the browser sent no session, so that no request for one is needed. */
const HINT = 'signed_in'
const UNKNOWN_SECONDS = 5

/** Requests the current session from the server. A failure is silent: nobody is logged in, or it is not known yet. */
export async function restoreSession(): Promise<void> {
  if (document.cookie.split('; ').includes(`${HINT}=0`)) {
    leaveSession()
    return
  }
  await askForSession()
}

/** Picks up a login from another window of this browser, and announces logins here to the others. */
export function followOtherWindows(): void {
  const windows = new BroadcastChannel('session')
  let wasIn = false
  onSessionChange(() => {
    const isIn = getSession().status === 'in'
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no target
    if (isIn && !wasIn) windows.postMessage(null)
    wasIn = isIn
  })
  windows.addEventListener('message', () => {
    if (getSession().status === 'out') void askForSession()
  })
}

async function askForSession(): Promise<void> {
  try {
    const { data } = await call('GET /cookie', { handles: 'all' })
    enterSession(data)
    confirmCookies()
  } catch (error) {
    // What ended has left the page already.
    treatAsVisitor()
    if (!(error instanceof CallError)) throw error
    // Without a connection nothing is known; the next page load, or the return of the connection, requests it again.
    if (error.code === 'offline')
      window.addEventListener('online', () => void askForSession(), { once: true })
    // While the database is unavailable, the page treats the person as a visitor.
    if (error.code === 'unavailable')
      setTimeout(() => void askForSession(), (error.retryAfter ?? UNKNOWN_SECONDS) * 1_000)
  }
}
