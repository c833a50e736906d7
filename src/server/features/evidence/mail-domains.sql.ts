import { sql } from 'kysely'
import type { MailRoute } from '#server/adapters/dns/dns.ts'
import type { Db } from '#server/db/connect.ts'

/** What is known about a domain of contacts. */
export interface MailDomain {
  /** In lower case and punycode. */
  readonly domain: string
  /** Whether it accepts mail. */
  readonly result: 'ok' | 'bad' | 'cannot_tell'
  /** What the DNS said, or why it said nothing. */
  readonly detail: MailRoute['found']
  /** Who runs its mailboxes; null while that is not known. */
  readonly provider: string | null
  /** When that was found out. */
  readonly checkedAt: Date
  /** When it was last asked, whatever came of it. */
  readonly askedAt: Date
  /** Since when every answer has been bad; null unless it is. */
  readonly badSince: Date | null
}

/** Those of the domains that are known. */
export async function readDomains(db: Db, domains: readonly string[]): Promise<MailDomain[]> {
  const rows = await db
    .selectFrom('mail_domain')
    .select([
      'domain',
      'result',
      'detail',
      'provider',
      'checked_at as checkedAt',
      'asked_at as askedAt',
      'bad_since as badSince',
    ])
    .where('domain', '=', sql<string>`any(${domains})`)
    .$narrowType<Pick<MailDomain, 'result' | 'detail'>>()
    .execute()
  return rows
}

export async function storeDomains(db: Db, domains: readonly MailDomain[]): Promise<void> {
  if (domains.length === 0) return
  const rows = domains.map(({ checkedAt, askedAt, badSince, ...rest }) => ({
    ...rest,
    checked_at: checkedAt,
    asked_at: askedAt,
    bad_since: badSince,
  }))
  await sql`
    insert into mail_domain (domain, result, detail, provider, checked_at, asked_at, bad_since)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (
      domain text, result text, detail text, provider text, checked_at timestamptz, asked_at timestamptz, bad_since timestamptz)
    on conflict (domain) do update set
      (result, detail, provider, checked_at, asked_at, bad_since) =
      (excluded.result, excluded.detail, excluded.provider, excluded.checked_at, excluded.asked_at, excluded.bad_since)`.execute(
    db,
  )
}

/**
 * Deletes domains that were last asked before `before` and have no contact that could be sold. A contact is checked more often, so
 * few are left to be compared with all contacts.
 */
export async function deleteUnusedDomains(db: Db, before: Date): Promise<void> {
  await sql`
    delete from mail_domain d
    where asked_at < ${before} and not exists (
      select from address where suppressed_at is null and split_part(address, '@', 2) = d.domain)`.execute(db)
}
