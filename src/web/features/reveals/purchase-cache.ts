import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '#web/kit/api/Queries.tsx'
import type { Answer } from '#web/kit/api/call.ts'
import {
  appendPurchase,
  getSession,
  onSessionChange,
  type PurchaseRecord,
  removePurchase,
} from '#web/kit/api/session.ts'
import { OWNED_KEY } from './use-owned-record.ts'

type PurchasePage = Answer<'GET /purchases'>
export type PurchasePages = InfiniteData<PurchasePage>

const KEY = 'purchases'

/** Key of the fetched pages of a person's purchases. */
export function purchasesKey(userId: number): readonly [string, number] {
  return [KEY, userId]
}

/** Puts a record on top of everything that is kept of the person's purchases. */
export function addToPurchases(record: PurchaseRecord): void {
  appendPurchase(record)
  changePages((records) => [record, ...records.filter(({ channelId }) => channelId !== record.channelId)], 1)
}

/** Takes a record out of everything that is kept of the person's purchases. */
export function dropFromPurchases({ transaction_id }: PurchaseRecord): void {
  removePurchase(transaction_id)
  void queryClient.invalidateQueries({ queryKey: [OWNED_KEY] })
  changePages((records) => records.filter((record) => record.transaction_id !== transaction_id), -1)
}

type Records = readonly PurchaseRecord[]

/** The first page takes what is new; every page loses what is gone. */
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

// Nothing of a person stays when they are gone.
onSessionChange(() => {
  if (getSession().status === 'out') queryClient.removeQueries({ queryKey: [KEY] })
})
