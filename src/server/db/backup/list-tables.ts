import type { ClientBase } from 'pg'

export interface TableShape {
  readonly name: string
  /** Columns with data of their own, without generated columns. */
  readonly columns: readonly string[]
}

/**
 * The product's own tables with their columns, each after the tables that it refers to. Excludes the lists of migrations
 * and of code, the installation's fingerprint (it is in the backup's header), and the search structures (`search_*`), which
 * `search_rebuild()` derives from the channels.
 * @throws Error when tables refer to each other in a circle
 */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; parents: string[] }>(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'schema_code', 'installation')
      and c.relname not like 'search\\_%'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
  const sorted: TableShape[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of free) {
      sorted.push({ name, columns })
      waiting.delete(name)
    }
  }
  return sorted
}
