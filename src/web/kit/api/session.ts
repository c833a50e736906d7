import { useSyncExternalStore } from 'react'
import type { UserData } from '#shared/api/accounts.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'

export type PurchaseRecord = UserData['channels'][number]
export type UserInformation = UserData['userInformation']

/** Who uses the page: not known yet, a visitor, or a person. */
export type Session =
  | { readonly status: 'restoring' | 'out'; readonly userData: null; readonly hasAllPurchases: false }
  | {
      readonly status: 'in'
      readonly userData: UserData
      /** Whether `channels` holds all purchases of the person. Removing one does not change it. */
      readonly hasAllPurchases: boolean
    }

const RESTORING: Session = { status: 'restoring', userData: null, hasAllPurchases: false }
const OUT: Session = { status: 'out', userData: null, hasAllPurchases: false }

let session: Session = RESTORING
const listeners = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function change(update: (userData: UserData) => UserData): void {
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
  set({ status: 'in', userData, hasAllPurchases: userData.channels.length < SESSION_PURCHASES_MAX })
}

/** Ends the session on this page, and leaves nothing of the person in memory. */
export function leaveSession(): void {
  set(OUT)
}

/** Whether this person is still logged in: it may be another by the time an answer arrives. */
export function isLoggedIn(userId: number): boolean {
  return session.userData?.userInformation.user_id === userId
}

/** Sets the balance that the server answered. */
export function setUses(uses: number): void {
  change((userData) => ({ ...userData, userInformation: { ...userData.userInformation, uses } }))
}

/** Adds a purchase at the top, in place of an older record of the same channel. */
export function appendPurchase(record: PurchaseRecord): void {
  change((userData) => ({
    ...userData,
    channels: [record, ...userData.channels.filter((other) => other.channelId !== record.channelId)],
  }))
}

/** Removes a deleted purchase from the list. */
export function removePurchase(transactionId: number): void {
  change((userData) => ({
    ...userData,
    channels: userData.channels.filter((record) => record.transaction_id !== transactionId),
  }))
}
