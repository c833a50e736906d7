import type pg from 'pg'
import type { MigrationEffects } from '#server/db/migration-effects.ts'
import { migrationNames, migrationText } from '#server/db/migrate.ts'

/** Locks that hold others up, weakest first, and whom: those who write a table, or everybody who uses it. */
const HOLDS: Readonly<Record<string, 'writers' | 'everybody'>> = {
  ShareLock: 'writers',
  ShareRowExclusiveLock: 'writers',
  ExclusiveLock: 'writers',
  AccessExclusiveLock: 'everybody',
}

interface Table {
  readonly name: string
  readonly file: number
  readonly columns: Readonly<Record<string, Column>>
}
interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly isFilled: boolean
}
interface Rule {
  readonly table: string
  readonly columns: readonly string[]
  readonly text: string
}
interface Snapshot {
  readonly tables: Readonly<Record<string, Table>>
  /** Checks, keys and unique indexes, by their names. */
  readonly rules: Readonly<Record<string, Rule>>
  readonly functions: readonly string[]
}

/** Applies every migration to an empty database. @returns what each does */
export async function migrationEffects(client: pg.Client): Promise<Record<string, MigrationEffects>> {
  const effects: Record<string, MigrationEffects> = {}
  for (const name of await migrationNames()) {
    await client.query('begin')
    effects[name] = await applyMigration(client, await migrationText(name))
    await client.query('commit')
  }
  return effects
}

/**
 * Applies a migration in an open transaction, and asks PostgreSQL what that does to tables that were there before: which locks it
 * takes, what it reads and writes as a whole, and what servers of the release before would miss.
 */
export async function applyMigration(client: pg.Client, text: string): Promise<MigrationEffects> {
  const before = await takeSnapshot(client)
  // PostgreSQL may still count what earlier transactions of this connection did.
  const counted = await countScans(client)
  await client.query(text)
  const after = await takeSnapshot(client)
  const nameOf = (id: string) => before.tables[id]?.name
  const scans = [...(await countScans(client))].flatMap(([id, count]) => {
    const [table, scanned] = [nameOf(id), count - (counted.get(id) ?? 0)]
    return table === undefined || scanned === 0 ? [] : [[table, scanned] as const]
  })
  const declared = declaredUnused(text)
  return {
    holds: await readHolds(client, nameOf),
    scans: sorted(scans),
    rewrites: Object.entries(before.tables)
      .filter(([id, { file }]) => after.tables[id] !== undefined && after.tables[id].file !== file)
      .map(([, table]) => table.name),
    takes: compare(before, after).filter((what) => !declared.has(what)),
  }
}

/** What a migration says that servers of the release before no longer use, one in a line: `-- no longer used: column person.old`. */
function declaredUnused(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^-- no longer used: (.+)$/gm)].map(([, what = '']) => what.trim()))
}

async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ snapshot: Snapshot }>(SNAPSHOT)
  return rows[0]!.snapshot
}

/** Whom the open transaction holds up, by table. */
async function readHolds(client: pg.Client, nameOf: (id: string) => string | undefined) {
  const { rows } = await client.query<{ id: string; mode: string }>(
    `select relation::text as id, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'`,
  )
  const held = rows.flatMap(({ id, mode }) => {
    const [table, whom] = [nameOf(id), HOLDS[mode]]
    return table === undefined || whom === undefined ? [] : [[table, whom] as const]
  })
  // A table has as many lines as kinds of locks: the strongest is last.
  return sorted(held.toSorted(([, a], [, b]) => Number(a === 'everybody') - Number(b === 'everybody')))
}

/** How often each table was read as a whole, by its id. */
async function countScans(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ id: string; scans: string }>(
    'select relid::text as id, seq_scan as scans from pg_stat_xact_user_tables where seq_scan > 0',
  )
  return new Map(rows.map(({ id, scans }) => [id, Number(scans)]))
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const record = Object.fromEntries(entries)
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a server that was written for the schema before would miss, or be refused. */
function compare(before: Snapshot, after: Snapshot): string[] {
  const taken: string[] = []
  for (const [id, { name, columns }] of Object.entries(before.tables)) {
    const now = after.tables[id]
    if (now?.name !== name) {
      taken.push(`table ${name}`)
      continue
    }
    for (const [column, was] of Object.entries(columns)) {
      const is = now.columns[column]
      const path = `${name}.${column}`
      if (is === undefined) taken.push(`column ${path}`)
      else if (is.type !== was.type) taken.push(`type of ${path}`)
      else if (is.isRequired && !was.isRequired) taken.push(`null in ${path}`)
      else if (was.isFilled && !is.isFilled) taken.push(`default of ${path}`)
    }
    for (const [column, { isRequired, isFilled }] of Object.entries(now.columns))
      if (columns[column] === undefined && isRequired && !isFilled)
        taken.push(`rows without ${name}.${column}`)
  }
  const tableOf = (name: string) => Object.values(before.tables).find((table) => table.name === name)
  for (const [name, rule] of Object.entries(after.rules)) {
    const table = tableOf(rule.table)
    if (table !== undefined && concernsOldRows(rule, table) && !allowsAsMuch(rule, before.rules[name]))
      taken.push(`rows that break ${name} of ${rule.table}`)
  }
  for (const signature of before.functions)
    if (!after.functions.includes(signature)) taken.push(`function ${signature}`)
  return taken.toSorted()
}

/**
 * A check or a partial index that names a new column passes over rows in which that has its default; a key does so only if it names
 * nothing else.
 */
function concernsOldRows({ columns, text }: Rule, table: Table): boolean {
  const isOld = (column: string) => table.columns[column] !== undefined
  return / WHERE |^CHECK /.test(text) ? columns.every(isOld) : columns.some(isOld)
}

const TEXT = /'((?:[^']|'')*)'::text/g

/** Whether a rule is the same as before, or the same with more texts to choose from. */
function allowsAsMuch(now: Rule, before: Rule | undefined): boolean {
  if (before === undefined) return false
  if (now.text === before.text) return true
  const texts = ({ text }: Rule) => new Set([...text.matchAll(TEXT)].map(([, word]) => word))
  const shape = ({ text }: Rule) => text.replaceAll(TEXT, '?').replaceAll(/\?(?:, \?)+/g, '?')
  return shape(now) === shape(before) && [...texts(before)].every((word) => texts(now).has(word))
}

const SNAPSHOT = `
with own as (
  select oid, relname, pg_relation_filenode(oid) as file from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
), columns as (
  select attrelid, json_object_agg(attname, json_build_object('type', format_type(atttypid, atttypmod), 'isRequired', attnotnull,
    'isFilled', atthasdef or attidentity <> '')) as columns
  from pg_attribute where attnum > 0 and not attisdropped and attrelid in (select oid from own) group by attrelid
), rule as (
  select conname as name, relname as "table", pg_get_constraintdef(c.oid) as text,
    (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
  from pg_constraint c join own on own.oid = conrelid where contype in ('c', 'u', 'p', 'f', 'x')
  union all
  select x.relname, own.relname, pg_get_indexdef(indexrelid),
    (select array_agg(distinct attname::text) from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where objid = indexrelid and refobjid = indrelid)
  from pg_index join own on own.oid = indrelid join pg_class x on x.oid = indexrelid
  where indisunique and not exists (select from pg_constraint where conindid = indexrelid)
)
select json_build_object(
  'tables', (select coalesce(json_object_agg(oid, json_build_object('name', relname, 'file', file::bigint, 'columns', columns)), '{}')
    from own join columns on attrelid = oid),
  'rules', coalesce((select json_object_agg(name, json_build_object('table', "table", 'columns', coalesce(columns, '{}'), 'text', text))
    from rule), '{}'),
  'functions', (select coalesce(json_agg(proname || '(' || pg_get_function_identity_arguments(oid) || ')'), '[]')
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
) as snapshot`
