import type { ClientBase } from 'pg'
import { addressHash } from '#server/features/catalogue/hash-address.ts'

const BATCH = 5_000

/**
 * Takes the addresses whose owners objected out of the staged rows. Objections that come during the import wait for its
 * end, so none can slip through between this and the commit.
 *
 * @returns how many different addresses were taken out
 */
export async function withholdSuppressed(client: ClientBase, secret: Buffer): Promise<number> {
  await client.query('lock table suppression in share mode')
  const { rows } = await client.query<{ hash: string }>(
    `select encode(address_hash, 'base64') as hash from suppression`,
  )
  if (rows.length === 0) return 0
  const objected = new Set(rows.map(({ hash }) => hash))
  const found: string[] = []
  await client.query(
    'declare staged_addresses cursor for select distinct unnest(addresses) as address from import_row',
  )
  for (;;) {
    const batch = await client.query<{ address: string }>(`fetch ${BATCH} from staged_addresses`)
    for (const { address } of batch.rows)
      if (objected.has(addressHash(secret, address).toString('base64'))) found.push(address)
    if (batch.rows.length < BATCH) break
  }
  await client.query('close staged_addresses')
  if (found.length === 0) return 0
  await client.query(
    `update import_row
        set addresses = nullif(array(select a from unnest(addresses) with ordinality x (a, at) where a <> all ($1) order by at), '{}')
      where addresses && $1`,
    [found],
  )
  return found.length
}
