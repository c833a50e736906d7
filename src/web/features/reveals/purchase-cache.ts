import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '#web/kit/api/queries.tsx'
import type { Answer } from '#web/kit/api/call.ts'
import { getSession, onSessionChange, changeUserData } from '#web/kit/api/session.ts'
import { OWNED_KEY } from './use-owned-record.ts'
import { appendPurchase, type PurchaseRecord } from './record-purchase.ts'

type PurchasePage = Answer<'GET /purchases'>
export type PurchasePages = InfiniteData<PurchasePage>

const KEY = 'purchases'

/** Query key of a person's purchases. */
export function purchasesKey(userId: number): readonly [string, number] {
  return [KEY, userId]
}

/** Adds a record at the top of everything cached of the person's purchases. */
export function addToPurchases(record: PurchaseRecord): void {
  appendPurchase(record)
  changePages((records) => [record, ...records.filter(({ channelId }) => channelId !== record.channelId)], 1)
}

/** Removes a record from everything cached of the person's purchases. */
export function dropFromPurchases({ transaction_id }: PurchaseRecord): void {
  changeUserData((userData) => ({
    ...userData,
    channels: userData.channels.filter((record) => record.transaction_id !== transaction_id),
  }))
  void queryClient.invalidateQueries({ queryKey: [OWNED_KEY] })
  changePages((records) => records.filter((record) => record.transaction_id !== transaction_id), -1)
}

type Records = readonly PurchaseRecord[]

/** New records are added to the first page; removed ones are dropped from every page. */
function changePages(change: (records: Records) => Records, added: 1 | -1): void {
  queryClient.setQueriesData<PurchasePages>({ queryKey: [KEY] }, (pages) => {
    if (pages === undefined) return pages
    return {
      ...pages,
      pages: pages.pages.map((page, place) => ({
        ...page,
        data: [...(added === -1 || place === 0 ? change(page.data) : page.data)],
        meta: { ...page.meta, total: page.meta.total + added },
      })),
    }
  })
}

// Nothing of a person stays after the session ends.
onSessionChange(() => {
  if (getSession().status === 'out') queryClient.removeQueries({ queryKey: [KEY] })
})
