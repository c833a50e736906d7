import { call } from '#web/kit/api/call.ts'
import type { ListRecord } from './card-records.ts'
import { inParts } from './change-cards.ts'

export function putIn({ listId }: ListRecord, channelIds: readonly string[]): Promise<readonly string[]> {
  return inParts(channelIds, async (part) => {
    const body = { channelIds: [...part] }
    return (await call('PUT /lists/{listId}/channels', { params: { listId }, body })).data.added
  })
}

export function takeOut({ listId }: ListRecord, channelIds: readonly string[]): Promise<readonly string[]> {
  return inParts(channelIds, async (part) => {
    const body = { channelIds: [...part] }
    return (await call('DELETE /lists/{listId}/channels', { params: { listId }, body })).data.removed
  })
}

export async function deleteList({ listId }: ListRecord) {
  return (await call('DELETE /lists/{listId}', { params: { listId } })).data
}
