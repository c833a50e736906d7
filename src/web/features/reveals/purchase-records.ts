import { type InfiniteData, useQueries } from '@tanstack/react-query'
import type { UserData } from '#shared/api/sessions.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { PAGE_LIMIT, SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import { type Answer, call, CallError } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { changeUserData, getSession, isHolder, useHolderId, useSession } from '#web/kit/api/session.ts'
import { setUses } from '#web/features/uses/use-uses-history.ts'

/** What a person keeps of a bought contact. */
export type PurchaseRecord = UserData['channels'][number]

type PurchasePage = Answer<'GET /purchases'>
export type PurchasePages = InfiniteData<PurchasePage>

/** First parts of the query keys: of the list of purchases, and of single records. */
const KEY = 'purchases'
const OWNED_KEY = 'owned'

/** Query key of what a person or a team bought. */
export function purchasesKey(holderId: number): readonly [string, number] {
  return [KEY, holderId]
}

interface OwnedRecords {
  readonly records: ReadonlyMap<string, PurchaseRecord>
  /** False while some are being fetched. */
  readonly isKnown: boolean
}

/**
 * The person's records of channels, by their ids. The session holds the newest ones; when there are more, those of these
 * channels are fetched, in parts that stay as they are while a list grows.
 */
export function useOwnedRecords(channelIds: readonly string[]): OwnedRecords {
  const { userData, answered } = useSession()
  const holderId = useHolderId()
  const known = userData?.channels ?? []
  const hasMore = answered !== null && answered.channels.length >= SESSION_PURCHASES_MAX
  const knownIds = new Set(known.map(({ channelId }) => channelId))
  const parts = hasMore
    ? partsOf(channelIds).filter((part) => part.some((channelId) => !knownIds.has(channelId)))
    : []
  const answers = useQueries({
    queries: parts.map((part) => ({
      queryKey: [OWNED_KEY, holderId, ...part],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { channelId: part.join(','), limit: PAGE_LIMIT.max }
        return (await call('GET /purchases', { query, handles: ['too_many_requests'], signal })).data
      },
      // A purchase may be removed between two visits.
      staleTime: 0,
      gcTime: 0,
    })),
  })
  // The session's are newer.
  const records = [...answers.flatMap(({ data }) => data ?? []), ...known]
  return {
    records: new Map(records.map((record) => [record.channelId, record])),
    isKnown: answers.every(({ isPending }) => !isPending),
  }
}

function partsOf(channelIds: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(channelIds.length / PAGE_LIMIT.max)
  return Array.from({ length: count }, (_, part) =>
    channelIds.slice(part * PAGE_LIMIT.max, (part + 1) * PAGE_LIMIT.max),
  )
}

/** These calls name who makes them, whoever pays. */
function ownParams() {
  return { userId: getSession().userData?.userInformation.user_id ?? 0 }
}

interface RecordedPurchase {
  readonly purchase: PurchaseRecord
  /** Whether it was recorded before. */
  readonly isKnown: boolean
}

/**
 * Stores the record of a reveal.
 * @param holderId whose uses paid
 * @param revealed the answer of `POST /getemail`
 * @returns null when the page shows another purse by now
 */
export async function recordPurchase(
  holderId: number,
  { email, name }: DataOf<'POST /getemail'>,
): Promise<RecordedPurchase | null> {
  if (!isHolder(holderId)) return null
  try {
    const { data } = await call('POST /purchase/{userId}', {
      params: ownParams(),
      body: { email, channelName: name },
    })
    return { purchase: data.purchase, isKnown: false }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'already_bought') throw error
    const { purchase } = error.extras['data'] as { readonly purchase: PurchaseRecord }
    return { purchase, isKnown: true }
  }
}

/** Deletes a record on the server and everywhere here. @param holderId its owner @throws CallError */
export async function removePurchase(holderId: number, record: PurchaseRecord): Promise<void> {
  if (!isHolder(holderId)) throw new CallError('not_logged_in')
  await call('DELETE /rmpurchase/{userId}', {
    params: ownParams(),
    body: {
      channelName: record.channel_name,
      transaction_id: record.transaction_id,
      channelId: record.channelId,
    },
  })
  dropFromPurchases(holderId, record)
}

/**
 * Restores a deleted record: revealing a bought channel again is free.
 * @param holderId its former owner
 * @throws CallError
 */
export async function restorePurchase(holderId: number, { channelId }: PurchaseRecord): Promise<void> {
  // It would cost anybody else a use.
  if (!isHolder(holderId)) throw new CallError('not_logged_in')
  const { data } = await call('POST /getemail', { body: { channelId } })
  const recorded = await recordPurchase(holderId, data)
  if (recorded === null) return
  setUses(holderId, data.uses)
  addToPurchases(holderId, recorded.purchase)
}

/** Adds a purchase to the session, at the top, in place of an older record of the same channel. */
export function appendPurchase(holderId: number, record: PurchaseRecord): void {
  changeUserData(holderId, (userData) => ({
    ...userData,
    channels: [record, ...userData.channels.filter((other) => other.channelId !== record.channelId)],
  }))
}

/** Adds a record at the top of everything cached of the holder's purchases. */
function addToPurchases(holderId: number, record: PurchaseRecord): void {
  appendPurchase(holderId, record)
  changePages(
    holderId,
    (records) => [record, ...records.filter(({ channelId }) => channelId !== record.channelId)],
    1,
  )
}

/** Shows a record as it is now in everything cached of the holder's purchases. */
export function replaceInPurchases(holderId: number, record: PurchaseRecord): void {
  const replace = (records: Records) =>
    records.map((other) => (other.transaction_id === record.transaction_id ? record : other))
  changeUserData(holderId, (userData) => ({ ...userData, channels: replace(userData.channels) }))
  void queryClient.invalidateQueries({ queryKey: [OWNED_KEY] })
  changePages(holderId, replace, 0)
}

/** Removes a record from everything cached of the holder's purchases. */
function dropFromPurchases(holderId: number, { transaction_id }: PurchaseRecord): void {
  changeUserData(holderId, (userData) => ({
    ...userData,
    channels: userData.channels.filter((record) => record.transaction_id !== transaction_id),
  }))
  void queryClient.invalidateQueries({ queryKey: [OWNED_KEY] })
  changePages(holderId, (records) => records.filter((record) => record.transaction_id !== transaction_id), -1)
}

/** Fetches what is cached of purchases anew, after many were made at once. */
export function refetchPurchases(): void {
  for (const key of [KEY, OWNED_KEY]) void queryClient.invalidateQueries({ queryKey: [key] })
}

type Records = readonly PurchaseRecord[]

/** New records are added to the first page; others are changed or dropped on every page. */
function changePages(holderId: number, change: (records: Records) => Records, added: 1 | 0 | -1): void {
  queryClient.setQueriesData<PurchasePages>({ queryKey: purchasesKey(holderId) }, (pages) => {
    if (pages === undefined) return pages
    return {
      ...pages,
      pages: pages.pages.map((page, place) => ({
        ...page,
        data: [...(added !== 1 || place === 0 ? change(page.data) : page.data)],
        meta: { ...page.meta, total: page.meta.total + added },
      })),
    }
  })
}

forgetOnLogout(KEY)
