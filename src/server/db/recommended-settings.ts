import type pg from 'pg'

/** What PostgreSQL may plan with, in bytes. */
export interface Resources {
  /** The machine's memory, or the container's limit. */
  readonly memory: number
  /** What is free on the disk of its data. */
  readonly freeDisk: number
}

const MEGABYTE = 1_048_576

/**
 * Settings that fit a machine, for the embedded server and for one of your own; `docs/database.md` lists them.
 */
export function recommendSettings({ memory, freeDisk }: Resources): Readonly<Record<string, string>> {
  const share = (bytes: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, bytes / MEGABYTE)))}MB`
  return {
    // Memory is taken on first use, so an idle server with a small catalogue does not hold this much.
    shared_buffers: share(memory / 4, 128, 4_096),
    effective_cache_size: share(memory * 0.6, 256, Number.POSITIVE_INFINITY),
    // Several at a time in one statement, in each of many connections.
    work_mem: share(memory / 256, 8, 64),
    maintenance_work_mem: share(memory / 16, 64, 1_024),
    max_wal_size: share(freeDisk / 10, 1_024, 8_192),
    // From version 18 on. Worker processes cost more than they read ahead while the system has most pages in its own cache.
    io_method: 'sync',
    random_page_cost: '1.1',
    // Compiling a search takes longer than running it.
    jit: 'off',
  }
}

export interface Advice {
  readonly name: string
  readonly is: string
  readonly should: string
}

/**
 * Settings of a server that differ from the recommended ones. A larger amount of memory or disk than recommended is the
 * operator's choice. A setting that the server's version does not have is left out.
 */
export async function adviseSettings(
  client: Pick<pg.ClientBase, 'query'>,
  resources: Resources,
): Promise<readonly Advice[]> {
  const wanted = Object.entries(recommendSettings(resources))
  const { rows } = await client.query<Advice>(
    `select name, current_setting(name) as is, should
     from unnest($1::text[], $2::text[]) with ordinality as wanted (name, should, position)
     join pg_settings using (name)
     where case when unit in ('8kB', 'kB', 'MB') then pg_size_bytes(current_setting(name)) < pg_size_bytes(should)
       when vartype in ('integer', 'real') then setting::float8 <> should::float8
       else setting <> should end
     order by position`,
    [wanted.map(([name]) => name), wanted.map(([, value]) => value)],
  )
  return rows
}
