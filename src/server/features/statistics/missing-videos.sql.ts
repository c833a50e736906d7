import type { Db } from '#server/db/connect.ts'

interface MissingVideo {
  /** The platform's id. */
  readonly channelId: string
  readonly nameHash: Buffer
}

/** Whether the platform recently said that a channel has no video of that name. */
export async function isKnownMissing(
  db: Db,
  { channelId, nameHash, now }: MissingVideo & { readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('missing_video')
    .select('missing_until')
    .where('platform_channel_id', '=', channelId)
    .where('name_hash', '=', nameHash)
    .where('missing_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberMissing(
  db: Db,
  { channelId, nameHash, until }: MissingVideo & { readonly until: Date },
): Promise<void> {
  await db
    .insertInto('missing_video')
    .values({ platform_channel_id: channelId, name_hash: nameHash, missing_until: until })
    .onConflict((conflict) =>
      conflict.columns(['platform_channel_id', 'name_hash']).doUpdateSet({ missing_until: until }),
    )
    .execute()
}

export async function purgeMissing(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('missing_video').where('missing_until', '<=', now).execute()
}
