import { useSyncExternalStore } from 'react'
import type { UserData } from '#shared/api/sessions.ts'
import type { DataOf } from '#shared/api/contract.ts'

export type UserInformation = UserData['userInformation']

/** Who uses the page: not known yet, a visitor, or a person. */
export type Session =
  | { readonly status: 'restoring' | 'out'; readonly userData: null; readonly answered: null }
  | {
      readonly status: 'in'
      readonly userData: UserData
      /** The same as the server answered it, without later changes on this page. */
      readonly answered: UserData
    }

const RESTORING: Session = { status: 'restoring', userData: null, answered: null }
const OUT: Session = { status: 'out', userData: null, answered: null }

let session: Session = RESTORING
const listeners = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** Changes what the session holds of the person, as the server has changed it. */
export function changeUserData(update: (userData: UserData) => UserData): void {
  if (session.status === 'in') set({ ...session, userData: update(session.userData) })
}

/** Calls the listener after every change; returns a function that removes it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getSession(): Session {
  return session
}

/** Resolves once it is known who uses the page. */
export function whenSessionKnown(): Promise<void> {
  if (session.status !== 'restoring') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      stop()
      resolve()
    })
  })
}

/** The current session; the component follows its changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, () => RESTORING)
}

/** Stores the answer of a login, a sign-up or a restored session. */
export function enterSession(userData: NonNullable<DataOf<'POST /login'>>): void {
  set({ status: 'in', userData, answered: userData })
}

/** Ends the session on this page, and leaves nothing of the person in memory. */
export function leaveSession(): void {
  set(OUT)
}

/** Whether this person is still logged in: it may be another by the time an answer arrives. */
export function isLoggedIn(userId: number): boolean {
  return session.userData?.userInformation.user_id === userId
}
