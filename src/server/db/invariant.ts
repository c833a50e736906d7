import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './connect.ts'

/** A condition that every healthy database fulfils at every moment. */
export interface Invariant {
  /** Short and stable: operators search the manual for it. */
  readonly name: string
  readonly sentence: string
  /** A query with a row per offence; its one column names it by ids, never by an address. */
  readonly offences: RawBuilder<{ readonly offence: string }>
}

/** The offences of triggers, named by table, that are missing or off. */
export function missingTriggers(
  triggers: Readonly<Record<string, readonly string[]>>,
): Invariant['offences'] {
  const expected = Object.entries(triggers).flatMap(([table, names]) =>
    names.map((name) => sql`(${sql.lit(table)}, ${sql.lit(name)})`),
  )
  return sql`
    select format('trigger %s of %s is missing or off', trigger_name, table_name) as offence
    from (values ${sql.join(expected)}) as expected (table_name, trigger_name)
    where not exists (
      select from pg_trigger
      where tgrelid = to_regclass(table_name) and tgname = trigger_name and tgenabled in ('O', 'A'))`
}

/** Checks one invariant, within the time of the connection's statements. @returns as `checkInvariants` */
export async function checkInvariant(db: Db, invariant: Invariant): Promise<Finding> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => findOffencesOf(tx, invariant))
}

export interface Finding {
  readonly invariant: Invariant
  /** The number of offences; 0 when the invariant holds. */
  readonly count: number
  /** The first of them. */
  readonly offences: readonly string[]
}

const SHOWN = 20

/** Checks invariants against one moment of the database, however long that takes. It only reads, and blocks nobody. */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return findOffences(tx, invariants)
    })
}

/** Checks invariants as a transaction sees the database. */
export async function findOffences(tx: Tx, invariants: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants) findings.push(await findOffencesOf(tx, invariant))
  return findings
}

async function findOffencesOf(tx: Tx, invariant: Invariant): Promise<Finding> {
  const { rows } = await sql<{ offence: string; count: number }>`
    select offence, count(*) over () as count from (${invariant.offences}) as found
    order by offence limit ${SHOWN}`.execute(tx)
  return { invariant, count: rows[0]?.count ?? 0, offences: rows.map((row) => row.offence) }
}
