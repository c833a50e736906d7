import type { Figures } from '#shared/rules/figures.ts'
import type { App } from '#server/app.ts'

/** Of 4,096 random blocks. A large catalogue is counted in a sample, which costs the same at any size. */
const SIZE = `
  with sampled as (
    select case when reltuples > 500000 then 64 else 4096 end as blocks
    from pg_class where oid = 'search_entry'::regclass
  )
  select count(*)::float8 * 4096 / blocks as channels,
    count(*) filter (where has_contact)::float8 * 4096 / blocks as contacts
  from search_entry, sampled
  where block < blocks and (not is_demo or $1)
  group by blocks`

/** How many channels the search shows, and how many of them have a contact: exact up to half a million, then within a few percent. */
export async function readCatalogueSize({
  readCatalogue,
  withDemo,
}: Pick<App, 'readCatalogue' | 'withDemo'>): Promise<Pick<Figures, 'channels' | 'contacts'>> {
  const statement = { name: 'catalogue_size', text: SIZE, values: [withDemo] }
  const [size] = await readCatalogue((source) =>
    source.query<{ readonly channels: number; readonly contacts: number }>(statement),
  )
  return size ?? { channels: 0, contacts: 0 }
}
