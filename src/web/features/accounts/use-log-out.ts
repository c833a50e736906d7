import { useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { getSession, leaveSession } from '#web/kit/api/session.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import { greet } from './greeting.ts'

/** Logs out: goodbye and the call at once; after 2 seconds nothing of the person is left and the search is shown. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  const { accounts, common } = useTexts()
  return async () => {
    const { userData } = getSession()
    if (userData === null) return
    const ended = call('POST /logout', {}).then(
      () => null,
      (reason: unknown) => reason,
    )
    const [lift, problem] = await Promise.all([greet('goodbye', userData.userInformation.username), ended])
    if (problem === null) {
      void hideToast('log-out')
      leaveSession()
      void navigate(PATHS.search)
    } else {
      const isOffline = problem instanceof CallError && problem.code === 'offline'
      const text = isOffline ? common.offline : accounts.profile.logOutFailed
      void showToast({ kind: 'error', text, id: 'log-out', reason: problem })
    }
    lift()
  }
}
