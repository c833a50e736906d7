import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { SavedPreset } from './columns.ts'

/** Those with the most columns first: a file that has them all is best read so. */
export async function listPresets(db: Db | Tx): Promise<SavedPreset[]> {
  const { rows } = await sql<SavedPreset>`
    select name, columns from import_preset order by jsonb_array_length(columns) desc, name`.execute(db)
  return rows
}

/** @returns false when it is so already */
export async function savePreset(tx: Tx, { name, columns }: SavedPreset): Promise<boolean> {
  const { rows } = await sql`
    insert into import_preset as p (name, columns) values (${name}, ${JSON.stringify(columns)}::jsonb)
    on conflict (name) do update set columns = excluded.columns where p.columns <> excluded.columns
    returning name`.execute(tx)
  return rows.length === 1
}

/** @returns false when there is none */
export async function forgetPreset(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`delete from import_preset where name = ${name} returning name`.execute(tx)
  return rows.length === 1
}
