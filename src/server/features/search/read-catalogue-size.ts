import type { Counts } from '#shared/rules/catalogue-counts.ts'
import type { App } from '#server/app.ts'

/** Channels lie in 4,096 random blocks; of a large catalogue, one in 64 is counted. */
const SIZE = `
  with sampled as (
    select case when reltuples > $2 then 64 else 4096 end as blocks
    from pg_class where oid = 'search_entry'::regclass
  )
  select count(*)::float8 * 4096 / blocks as channels,
    count(*) filter (where has_contact)::float8 * 4096 / blocks as contacts
  from search_entry, sampled
  where block < blocks and (not is_demo or $1)
  group by blocks`

/** A sample of as many is within a few percent. */
export const COUNTED_MAX = 500_000

/** How many channels the search shows, and how many of them have a contact. @param countedMax beyond it, by a sample */
export async function readCatalogueSize(
  { databases, demo }: Pick<App, 'databases' | 'demo'>,
  countedMax = COUNTED_MAX,
): Promise<Pick<Counts, 'channels' | 'contacts'>> {
  const statement = { name: 'catalogue_size', text: SIZE, values: [demo !== null, countedMax] }
  const [size] = await databases.readCatalogue((source) =>
    source.query<{ readonly channels: number; readonly contacts: number }>(statement),
  )
  return size ?? { channels: 0, contacts: 0 }
}
