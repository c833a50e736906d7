import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'
import { RELEASE } from '#server/db/code.ts'
import { eraseActor } from '#server/holders/members.sql.ts'

/** What a person noted on channels, its history, and their lists. Deleted with the account. */
export const cardsData: PersonalData = {
  name: 'cards',
  async read(db, holderId) {
    const { rows: cards } = await sql`
      select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name as "channelName", stage, note, tags,
        next_step_on as "nextStepOn", price / 100.0 as price, currency, owner_id = card.holder_id as "isOwner",
        added_at as "addedAt", changed_at as "changedAt",
        array(select name from list_card join list on list.holder_id = list_card.holder_id and list.id = list_card.list_id
          where list_card.holder_id = card.holder_id and list_card.channel_id = card.channel_id order by list.id) as lists,
        (select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'kind', kind, 'value', value) order by event.id), '[]')
          from card_event event
          where event.holder_id = card.holder_id and event.channel_id = card.channel_id) as events
      from card join channel c on c.id = card.channel_id
      where card.holder_id = ${holderId} order by added_at, card.channel_id`.execute(db)
    const lists = await db
      .selectFrom('list')
      .select(['name', 'created_at as createdAt'])
      .select(sql<boolean>`link_seed is not null`.as('isShared'))
      .where('holder_id', '=', holderId)
      .orderBy('id')
      .execute()
    return { cards, lists }
  },
  async forget(tx, personId) {
    for (const table of ['card', 'card_event'] as const) {
      await eraseActor(tx, table, personId)
      await sql`update ${sql.table(table)} set owner_id = null
        where owner_id = ${personId} and holder_id <> ${personId} and owner_id <> holder_id`.execute(tx)
    }
  },
}
