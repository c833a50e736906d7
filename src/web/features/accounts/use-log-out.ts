import { useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { getSession, leaveSession } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { greet } from './greeting.ts'

/** Logs out: goodbye and the call at once; after 2 seconds nothing of the person is left and the search is shown. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  const { run } = useAction({ subject: 'log-out', failure: useTexts().accounts.profile.logOutFailed })
  return async () => {
    const { userData } = getSession()
    if (userData === null) return
    const greeted = greet('goodbye', userData.userInformation.username)
    const ended = await run(async () => {
      // A failure is told once the page is seen again.
      const [answer] = await Promise.allSettled([call('POST /logout', {}), greeted])
      if (answer.status === 'rejected') throw answer.reason
    })
    if (ended.isDone) {
      leaveSession()
      void navigate(PATHS.search)
    }
    const lift = await greeted
    lift()
  }
}
