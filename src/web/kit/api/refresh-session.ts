import type { DataOf } from '#shared/api/contract.ts'
import { CallError, call } from './call.ts'
import { enterSession } from './session.ts'

/**
 * Reads the session anew, after something outside this page's sight may have changed it. Without an answer the page keeps
 * what it has; when the server answers that the session has ended, it has ended here, too.
 * @returns null without a session or an answer
 */
export async function refreshSession(): Promise<DataOf<'GET /cookie'> | null> {
  try {
    const { data } = await call('GET /cookie', { handles: 'all' })
    enterSession(data)
    return data
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return null
  }
}
