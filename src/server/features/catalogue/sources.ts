import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { SOURCE_KINDS } from '#shared/rules/evidence.ts'
import { noteChange, type Operator, textName } from '#server/audit/note-change.ts'
import { type Db, transact } from '#server/db/connect.ts'

/** Where contacts were found, and how they turned out. */
export interface ContactSource {
  /** The host of a page; without a page, the kind of source. */
  readonly source: string
  readonly contacts: number
  /** Of them, those on sale. */
  readonly sold: number
  /** How often one was bought, of contacts that still exist. */
  readonly reveals: number
  /** Reports that letters come back, by the mail server's own words. */
  readonly bounced: number
  readonly objections: number
  readonly isOff: boolean
}

/** Sources of contacts, those with the most bounces first. Reads the whole catalogue. */
export async function listSources(db: Db, limit: number): Promise<readonly ContactSource[]> {
  const { rows } = await sql<ContactSource>`
    with found as (
      select contact_source(source_kind, source_url) as source, count(*)::integer as contacts,
        (count(*) filter (where suppressed_at is null and withheld = '{}'))::integer as sold,
        (count(*) filter (where suppressed_at is not null))::integer as objections
      from contact group by 1
    ), bought as (
      select contact_source(source_kind, source_url) as source, count(*)::integer as reveals
      from reveal join contact on contact.id = reveal.contact_id group by 1
    ), failed as (
      select contact_source(source_kind, source_url) as source, count(*)::integer as bounced
      from bad_contact_report report join contact on contact.id = report.contact_id
      where report.kind = 'bounced' and report.state in ('credited', 'replaced') group by 1
    )
    select source, coalesce(contacts, 0) as contacts, coalesce(sold, 0) as sold, coalesce(reveals, 0) as reveals,
      coalesce(bounced, 0) as bounced, coalesce(objections, 0) as objections, at is not null as "isOff"
    from found
    full join switched_off_source using (source)
    left join bought using (source)
    left join failed using (source)
    order by bounced desc, contacts desc, source limit ${limit}`.execute(db)
  return rows
}

interface Switched {
  /** As `listSources` names it. */
  readonly source: string
  readonly isOff: boolean
}

/**
 * Switches a source off or on, on the operator's behalf. Its contacts go off sale, or come back, when `retireContacts` runs,
 * which the caller lets it do; imports leave it out from now on.
 * @returns whether anything changed
 */
export async function switchSource(
  app: Pick<App, 'db' | 'clock' | 'secret'>,
  by: Operator,
  { source, isOff }: Switched,
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const { rows } = isOff
      ? await sql`
          insert into switched_off_source (source, at) values (${source}, ${app.clock.now()})
          on conflict do nothing returning source`.execute(tx)
      : await sql`delete from switched_off_source where source = ${source} returning source`.execute(tx)
    if (rows.length === 0) return false
    const verb = isOff ? 'contacts switch-off' : 'contacts switch-on'
    await noteChange(tx, app, by, {
      verb,
      kind: 'source',
      id: sourceName(app, source),
      after: { off: isOff },
    })
    return true
  })
}

/** What the audit calls a source: a known kind by its word, anything else, such as a person's own site, by a keyed hash. */
export function sourceName({ secret }: Pick<App, 'secret'>, source: string): string {
  return SOURCE_KINDS.some((kind) => kind === source) ? source : textName(secret, source)
}
