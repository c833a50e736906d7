import type { DataOf } from '#shared/api/contract.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { COUNTED_MAX } from './read-catalogue-size.ts'

type CountryCounts = readonly DataOf<'GET /countries'>[number][]
type CountingApp = Core & Pick<App, 'databases'>

/** Like the catalogue's size: of a large one, one block in 64 is counted. */
const COUNTRIES = `
  with sampled as (
    select case when reltuples > $2 then 64 else 4096 end as blocks
    from pg_class where oid = 'search_entry'::regclass
  )
  select country, round(count(*) * 4096.0 / blocks)::float8 as channels,
    round(count(*) filter (where has_contact) * 4096.0 / blocks)::float8 as contacts
  from search_entry, sampled
  where block < blocks and (not is_demo or $1) and country is not null
  group by country, blocks
  order by channels desc, country`

const kept = new WeakMap<object, { readonly at: number; readonly counts: Promise<CountryCounts> }>()

/** How many channels the search shows of each country that has any, most first. A server counts once an hour. */
export async function countCountries(app: CountingApp): Promise<CountryCounts> {
  const at = app.clock.now().getTime()
  const last = kept.get(app.databases.readCatalogue)
  if (last !== undefined && at - last.at < HOUR_MS) return last.counts
  const counts = app.databases.readCatalogue((source) =>
    source.query<CountryCounts[number]>({
      name: 'countries',
      text: COUNTRIES,
      values: [app.demo !== null, COUNTED_MAX],
    }),
  )
  kept.set(app.databases.readCatalogue, { at, counts })
  counts.catch(() => kept.delete(app.databases.readCatalogue))
  return counts
}
