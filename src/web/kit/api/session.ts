import { useSyncExternalStore } from 'react'
import type { UserData } from '#shared/api/accounts.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { SESSION_PURCHASES_MAX } from '#shared/rules/limits.ts'

export type PurchaseRecord = UserData['channels'][number]
export type UserInformation = UserData['userInformation']

/** Who uses the page: not known yet, nobody who is logged in, or a person. */
export type Session =
  | { readonly status: 'restoring' | 'out'; readonly userData: null; readonly hasAllPurchases: false }
  | {
      readonly status: 'in'
      readonly userData: UserData
      /** Whether `channels` are all that the person bought. Removing one of them makes them no more complete. */
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

/** Calls back after every change; returns what ends that. */
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

/** The session as it is now; the component follows its changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, () => RESTORING)
}

/** Keeps what a login, a registration or a restored session answered. */
export function enterSession(userData: NonNullable<DataOf<'POST /login'>>): void {
  set({ status: 'in', userData, hasAllPurchases: userData.channels.length < SESSION_PURCHASES_MAX })
}

/** Nobody is logged in, and nothing of the person stays in memory. */
export function leaveSession(): void {
  set(OUT)
}

/** Whether this person is logged in, still: another may be by the time an answer comes. */
export function isLoggedIn(userId: number): boolean {
  return session.userData?.userInformation.user_id === userId
}

/** What the server said is left. */
export function setUses(uses: number): void {
  change((userData) => ({ ...userData, userInformation: { ...userData.userInformation, uses } }))
}

/** Puts a bought channel on top; a record of the same channel gives way to it. */
export function appendPurchase(record: PurchaseRecord): void {
  change((userData) => ({
    ...userData,
    channels: [record, ...userData.channels.filter((other) => other.channelId !== record.channelId)],
  }))
}

/** Takes a deleted record out of the list. */
export function removePurchase(transactionId: number): void {
  change((userData) => ({
    ...userData,
    channels: userData.channels.filter((record) => record.transaction_id !== transactionId),
  }))
}
