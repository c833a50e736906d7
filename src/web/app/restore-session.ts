import { CallError, call } from '#web/call.ts'
import { enterSession, leaveSession } from '#web/session.ts'
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
  try {
    const { data } = await call('GET /cookie', {})
    enterSession(data)
    confirmCookies()
  } catch (error) {
    leaveSession()
    if (!(error instanceof CallError)) throw error
    // Without a connection nothing is known; the next load of the page or the connection's return asks again.
    if (error.code === 'offline')
      window.addEventListener('online', () => void restoreSession(), { once: true })
    // While the database is away the page serves a visitor.
    if (error.code === 'unavailable')
      setTimeout(() => void restoreSession(), (error.retryAfter ?? UNKNOWN_SECONDS) * 1_000)
  }
}
