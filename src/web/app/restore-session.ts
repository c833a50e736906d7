import { CallError, call } from '#web/kit/api/call.ts'
import { enterSession, getSession, leaveSession, onSessionChange } from '#web/kit/api/session.ts'
import { confirmCookies } from './cookie-consent.ts'

/** Set by the server beside every page: `0` when the browser sent no session, so that asking for one is needless. */
const HINT = 'signed_in'
const UNKNOWN_SECONDS = 5

/** Asks the server for the current session. A failure is silent: nobody is logged in, or nobody knows yet. */
export async function restoreSession(): Promise<void> {
  if (document.cookie.split('; ').includes(`${HINT}=0`)) {
    leaveSession()
    return
  }
  await askForSession()
}

/** Takes over a login of another window of this browser, and lets others hear of one here. */
export function followOtherWindows(): void {
  const windows = new BroadcastChannel('session')
  let wasIn = false
  onSessionChange(() => {
    const isIn = getSession().status === 'in'
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes no target
    if (isIn && !wasIn) windows.postMessage(null)
    wasIn = isIn
  })
  windows.addEventListener('message', () => {
    if (getSession().status === 'out') void askForSession()
  })
}

async function askForSession(): Promise<void> {
  try {
    const { data } = await call('GET /cookie', {})
    enterSession(data)
    confirmCookies()
  } catch (error) {
    leaveSession()
    if (!(error instanceof CallError)) throw error
    // Without a connection nothing is known; the next load of the page or the connection's return asks again.
    if (error.code === 'offline')
      window.addEventListener('online', () => void askForSession(), { once: true })
    // While the database is away the page serves a visitor.
    if (error.code === 'unavailable')
      setTimeout(() => void askForSession(), (error.retryAfter ?? UNKNOWN_SECONDS) * 1_000)
  }
}
