import type { ClientBase, Pool } from 'pg'

const CHECKS: { sql: string; what: string }[] = [
  { sql: `select current_setting('server_encoding') = 'UTF8'`, what: 'its encoding is not UTF8' },
  {
    sql: `select lower('ПРИВЕТ, ЁЛКА') = 'привет, ёлка' and 'привет' ilike 'ПРИВ%'`,
    what: 'it does not fold Cyrillic case',
  },
  { sql: `select 'привет' ~ '^\\w+$'`, what: 'it does not take Cyrillic for letters' },
  // Trigrams and full text depend on the database's LC_CTYPE, not on the collation that the checks above test.
  {
    sql: `select to_tsvector('simple', 'Привет, мир') @@ plainto_tsquery('simple', 'привет')`,
    what: 'its LC_CTYPE does not know Cyrillic words',
  },
]

/**
 * Checks that a database handles Cyrillic text as search needs it. With a wrong locale nothing fails, but searches find
 * nothing; so this runs at the start.
 * @throws Error with one sentence when it does not
 */
export async function checkTextSupport(database: Pick<ClientBase | Pool, 'query'>): Promise<void> {
  for (const { sql, what } of CHECKS) {
    const { rows } = await (database as Pool).query<{ ok: boolean }>(`select (${sql}) as ok`)
    if (rows[0]?.ok !== true) {
      throw new Error(
        `This database cannot search Cyrillic text (${what}): create it with encoding UTF8 and a UTF-8 locale such as C.UTF-8.`,
      )
    }
  }
}
