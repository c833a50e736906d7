import pg from 'pg'

/**
 * A single connection, not yet connected, for work that may take its time: only connecting ends, after 10 s. When it dies
 * between two statements, whoever holds it learns by the next one; an error that nobody listens to would end the process.
 */
export function singleConnection(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config })
  client.on('error', () => undefined)
  return client
}
