import type { UserData } from '#shared/api/sessions.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore, FLAG, type Store, useStore } from '#web/kit/stores/store.ts'

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

const session = createStore<Session>({ status: 'restoring', userData: null, answered: null })

export const getSession = session.get

/** Calls the listener after every change; returns a function that removes it. */
export const onSessionChange = session.subscribe

/** Changes what the session holds of a person, as the server has changed it; nothing when somebody else is logged in by now. */
export function changeUserData(userId: number, update: (userData: UserData) => UserData): void {
  const now = session.get()
  if (now.status === 'in' && isLoggedIn(userId)) session.set({ ...now, userData: update(now.userData) })
}

/** Resolves once it is known who uses the page. */
export function whenSessionKnown(): Promise<void> {
  if (session.get().status !== 'restoring') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      stop()
      resolve()
    })
  })
}

/** The current session; the component follows its changes. */
export function useSession(): Session {
  return useStore(session)
}

/** Stores the answer of a login, a sign-up or a restored session. */
export function enterSession(userData: NonNullable<DataOf<'POST /login'>>): void {
  session.set({ status: 'in', userData, answered: userData })
}

/** Ends the session on this page, and leaves nothing of the person in memory. */
export function leaveSession(): void {
  session.set({ status: 'out', userData: null, answered: null })
}

/** Whether this person is still logged in: it may be another by the time an answer arrives. */
export function isLoggedIn(userId: number): boolean {
  return session.get().userData?.userInformation.user_id === userId
}

/** Nothing of a person stays after the session ends: this forgets it. */
export function onLogout(forget: () => void): void {
  session.subscribe(() => {
    if (session.get().status === 'out') forget()
  })
}

/**
 * Clears a store of this tab when a person's session ends, even while the page was reloaded or showed other parts. What a
 * visitor keeps stays through the login.
 * @param key of the tab's storage
 */
export function clearOnLogout<T>(store: Store<T>, key: string): void {
  const isOfPerson = createStore(false, { in: keptInTab(key), ...FLAG })
  const follow = () => {
    const { status } = session.get()
    if (status === 'restoring' || isOfPerson.get() === (status === 'in')) return
    if (status === 'out') store.set(store.initial)
    isOfPerson.set(status === 'in')
  }
  session.subscribe(follow)
  follow()
}
