import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'
import { eraseActor } from '#server/holders/members.sql.ts'
import { CHANNEL_ID, purchaseRecordsOf } from './reveals.sql.ts'

/** What a person bought: every reveal, and the purchase records that they kept. */
export const purchasesData: PersonalData = {
  name: 'purchases',
  async read(db, holderId) {
    const records = await purchaseRecordsOf(db, holderId).orderBy('transaction_id').execute()
    const reveals = await db
      .selectFrom('reveal')
      .leftJoin('channel', 'channel.id', 'reveal.channel_id')
      .select([sql<number>`row_number() over (order by reveal.id)`.as('id'), CHANNEL_ID.as('channelId')])
      .select('channel.name as channelName')
      .select('reveal.created_at as createdAt')
      .where('reveal.holder_id', '=', holderId)
      .orderBy('reveal.id')
      .execute()
    return { records, reveals }
  },
  async forget(tx, personId) {
    await eraseActor(tx, 'reveal', personId)
  },
  // Purges the ledger's lots and entries together with the reveals that they paid for.
  async purge(tx, holderId) {
    await sql`select purge_ledger(${holderId})`.execute(tx)
  },
}
