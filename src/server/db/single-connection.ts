import pg from 'pg'

/**
 * A single connection, not yet connected, for work that may take long: only connecting times out, after 10 s. When it dies
 * between two statements, its holder learns of it at the next one; an error without a listener would end the process.
 */
export function singleConnection(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config })
  client.on('error', () => undefined)
  return client
}

/** Runs work on such a connection, and closes it afterwards. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  const client = singleConnection({ connectionString: url, ...config })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
