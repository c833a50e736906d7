import type { UserData } from '#shared/api/sessions.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { keptInBrowser, keptInTab } from '#web/kit/stores/storage.ts'
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

/** Whether a logout is under way: what is asked for now would be refused. */
export const isLeaving = createStore(false)

/** Calls the listener after every change; returns a function that removes it. */
export const onSessionChange = session.subscribe

/** How often this page has gone over to another purse: everything that shows a purse's data begins anew then. */
export const purseSwitches = createStore(0)

/** Whether the person has just been found to be in the chosen team no more; to be told once. */
export const hasLostTeam = createStore(false)

const [ofTab, ofBrowser] = [keptInTab('team'), keptInBrowser('team')]

/** An email about what a team has leads to that team. */
const linkedTeam = () => /[?&]team=(\d+)/.exec(window.location.search)?.[1]

/**
 * The team for which calls are made; null: for the person. Before the session is known, that of the link that led here, else the
 * last choice in this tab, else in any.
 */
export function currentTeam(): number | null {
  const { status, userData } = session.get()
  if (userData !== null) return userData.holder.teamId
  const linked = status === 'restoring' ? linkedTeam() : undefined
  return Number(linked ?? ofTab.read() ?? ofBrowser.read()) || null
}

/** Whose uses, purchases and lists a session shows: the number of a person or of a team, which are never the same. */
export function holderOf({ holder, userInformation }: UserData): number {
  return holder.teamId ?? userInformation.user_id
}

/** The current holder; null without a session. The component follows its changes. */
export function useHolderId(): number | null {
  const { userData } = useSession()
  return userData === null ? null : holderOf(userData)
}

/**
 * Changes what the session holds of a person or a team, as the server has changed it; nothing when somebody else is logged in
 * by now, or another purse chosen.
 */
export function changeUserData(holderId: number, update: (userData: UserData) => UserData): void {
  const now = session.get()
  if (now.status === 'in' && isHolder(holderId)) session.set({ ...now, userData: update(now.userData) })
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
  const before = session.get().userData
  const { teamId } = userData.holder
  // Other tabs keep their own; new ones begin with the last change.
  if (currentTeam() !== teamId) ofBrowser.write(String(teamId ?? 0))
  ofTab.write(String(teamId ?? 0))
  session.set({ status: 'in', userData, answered: userData })
  if (before !== null && before.holder.teamId !== teamId) purseSwitches.set(purseSwitches.get() + 1)
}

/** Ends the session on this page, and leaves nothing of the person in memory. */
export function leaveSession(): void {
  ofTab.write(null)
  ofBrowser.write(null)
  treatAsVisitor()
}

/** Until it is known again who uses the page. */
export function treatAsVisitor(): void {
  session.set({ status: 'out', userData: null, answered: null })
}

/** Whether the page still shows this person's or team's purse: it may be another by the time an answer arrives. */
export function isHolder(holderId: number): boolean {
  const { userData } = session.get()
  return userData !== null && holderOf(userData) === holderId
}

/** Nothing of a person stays after the session ends, nor of a team after a switch to another purse: this forgets it. */
export function onLogout(forget: () => void): void {
  purseSwitches.subscribe(forget)
  session.subscribe(() => {
    if (session.get().status === 'out') forget()
  })
}

/**
 * Clears a store of this tab when a person's session ends or another purse is chosen, even while the page was reloaded or
 * showed other parts. What a visitor keeps stays through the login.
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
  purseSwitches.subscribe(() => store.set(store.initial))
  follow()
}
