import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { IS_SOLD } from '#server/features/catalogue/contacts.sql.ts'
import { isShownAs } from '#server/features/catalogue/find-channel.sql.ts'
import { REFUSES } from '#server/features/creators/creators.sql.ts'
import { BEST_FIRST } from '#server/features/reveals/reveals.sql.ts'
import type { RefusedSubject } from '#shared/rules/creators.ts'
import { REPORT_DAYS } from '#shared/rules/evidence.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The contact that would be sold, with its address: never to be answered as it is. */
export interface SoldContact {
  readonly address: string
  readonly sourceKind: string
  readonly sourceUrl: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly verification: 'unverified' | 'valid' | 'unknown'
  readonly verifiedAt: Date | null
  readonly confirmedAt: Date | null
  /** Who gives out mailboxes at its domain; null until that is found out. */
  readonly provider: string | null
  /** When a buyer last said that emails to it come back. */
  readonly bouncedAt: Date | null
  /** Subjects of advertising that its owner does not want. */
  readonly refuses: readonly RefusedSubject[]
  /** How many people have bought it, counted as far as `MAX_BUYERS`. */
  readonly buyers: number
  /** How many people have reported it lately with success. */
  readonly reports: number
}

export interface OfferedChannel {
  readonly name: string
  readonly handle: string | null
  /** Null when nothing is sold. */
  readonly contact: SoldContact | null
}

/** Beyond this, more buyers make no difference to what is shown. */
const MAX_BUYERS = 21

/**
 * A channel with the contact that a reveal would sell, in one statement; null when the id names no channel. Numbers are of that
 * contact alone, so they tell nothing of others of the channel.
 */
export async function readOffered(
  db: Db,
  {
    channelId,
    withDemo,
    now,
  }: { readonly channelId: string; readonly withDemo: boolean; readonly now: Date },
): Promise<OfferedChannel | null> {
  const since = new Date(now.getTime() - REPORT_DAYS * DAY_MS)
  const { rows } = await sql<{ name: string; handle: string | null } & Partial<SoldContact>>`
    select c.name, c.handle, sold.*
    from channel c
    left join lateral (
      select contact.address, contact.source_kind as "sourceKind", contact.source_url as "sourceUrl",
        contact.first_seen_at as "firstSeenAt", contact.last_seen_at as "lastSeenAt", contact.verification,
        contact.verified_at as "verifiedAt", contact.confirmed_at as "confirmedAt",
        (select provider from mail_domain where domain = split_part(contact.address, '@', 2)) as provider,
        contact.bounced_at as "bouncedAt", ${REFUSES} as refuses,
        (select count(*)::integer from (
          select from reveal where reveal.contact_id = contact.id limit ${MAX_BUYERS}) bought) as buyers,
        (select count(distinct holder_id)::integer from bad_contact_report report
          where report.contact_id = contact.id and state in ('credited', 'replaced') and reason <> 'returned'
            and reported_at > ${since}) as reports
      from contact
      where contact.channel_id = c.id and ${sql.raw(IS_SOLD)}
      order by ${BEST_FIRST} limit 1
    ) sold on true
    where ${isShownAs(channelId, withDemo)} limit 2`.execute(db)
  const [row] = rows
  if (row === undefined || rows.length > 1) return null
  const { name, handle, ...contact } = row
  return { name, handle, contact: contact.address == null ? null : (contact as SoldContact) }
}
