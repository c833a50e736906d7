import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { UserData } from '#shared/api/sessions.ts'
import { PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { enterSession, getSession, isLeaving, leaveSession } from '#web/kit/api/session.ts'
import { setCover } from '#web/kit/components/cover.ts'
import { useReturnPath } from '#web/kit/links/location-state.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './greeting.module.css'

/** What the overlay says, and to whom. */
interface Greeting {
  readonly kind: 'welcome' | 'goodbye'
  readonly username: string
}

/** How long the overlay stays, in ms. */
export const GREETING_MS = 2000

/**
 * Covers the page.
 * @returns after 2 seconds, a function that uncovers it: the next page is placed under it first
 */
export async function greet(kind: Greeting['kind'], username: string): Promise<() => void> {
  setCover(<GreetingOverlay kind={kind} username={username} />)
  await new Promise((resolve) => setTimeout(resolve, GREETING_MS))
  return () => setCover(null)
}

/** Starts a session: the welcome, then the page that the person came from, or the search. */
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

/** Logs out: goodbye and the call run at the same time; after 2 seconds the person's data is gone and the search shows. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  const { mutate } = useAction({
    async mutationFn(greeted: ReturnType<typeof greet>) {
      // A failure is shown once the page is visible again.
      const [answer] = await Promise.allSettled([call('POST /logout', {}), greeted])
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.leaveUrl ?? null
    },
    meta: { subject: 'log-out', failure: useTexts().accounts.profile.logOutFailed },
    onSuccess(leaveUrl) {
      leaveSession()
      if (leaveUrl === null) void navigate(PATHS.search)
      else location.assign(leaveUrl)
    },
    async onSettled(_, __, greeted) {
      isLeaving.set(false)
      const lift = await greeted
      lift()
    },
  })
  return () => {
    const { userData } = getSession()
    if (userData === null) return
    isLeaving.set(true)
    void queryClient.cancelQueries()
    mutate(greet('goodbye', userData.userInformation.username))
  }
}

/** Covers the page during login and logout. */
function GreetingOverlay({ kind, username }: Greeting) {
  const { overlay } = useTexts().accounts
  const dialog = useRef<HTMLDialogElement>(null)
  const textId = useId()
  // A modal dialog, so that nothing under it can be reached meanwhile.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby={textId}
      onCancel={(event) => event.preventDefault()}
    >
      <p id={textId} className={styles.text}>
        <strong className={styles.greeting}>{overlay[kind](username)}</strong>
        <span className={styles.redirecting}>{overlay.redirecting}</span>
      </p>
      <span className={styles.line} aria-hidden="true" />
    </dialog>
  )
}
