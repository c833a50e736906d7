import { beforeEach, describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { finishBulkLoad, prepareBulkLoad, WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { shared } from '#test/support/shared.ts'

const bench = shared(createImportBench)
beforeEach(() => bench.clear())

const schema = () =>
  bench.rows(`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid in ('channel'::regclass, 'contact'::regclass)
    union all
    select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where conrelid in ('channel'::regclass, 'contact'::regclass) or confrelid = 'channel'::regclass
    order by 1`)

/** Keeps a reader in the catalogue until the work is done. */
async function whileRead<T>(work: () => Promise<T>): Promise<T> {
  const reader = await bench.app.databases.pool.connect()
  await reader.query('begin; select from channel limit 1')
  const result = await work()
  await reader.query('rollback')
  reader.release()
  return result
}

describe('indexes that an import into an empty catalogue drops', () => {
  it('are restored exactly as the migrations made them', async () => {
    const before = await schema()
    const client = await bench.app.databases.pool.connect()
    await client.query('begin')
    const restoring = await prepareBulkLoad(client)
    expect(restoring.length).toBeGreaterThan(4)
    await finishBulkLoad(client, restoring)
    await client.query('commit')
    client.release()
    expect(await schema()).toEqual(before)
  })

  it('stay when the catalogue is being read or has channels', async () => {
    const client = await bench.app.databases.pool.connect()
    await client.query('begin')
    expect(await whileRead(() => prepareBulkLoad(client))).toEqual([])
    await client.query('rollback')
    await bench.importText('name\nA\n')
    await client.query('begin')
    expect(await prepareBulkLoad(client)).toEqual([])
    await client.query('rollback')
    client.release()
  })
})

describe('a large file', () => {
  // Among plain rows: a duplicate channel, one without a name, contacts, and an unreadable line.
  const ODD = [
    'UCaaaaaaaaaaaaaaaaaaaaaa,Twice,@twice,1,a@shop.example b@shop.example,website,2026-01-02',
    ',Twice,@twice,2,c@shop.example,website,2026-01-03',
    'UCbbbbbbbbbbbbbbbbbbbbbb,,,3,,,',
    'broken',
    ',Résumé,,4,d@shop.example,,2026-01-02',
    ',Resume,,5,e@shop.example,website,2026-01-02',
  ]
  const PLAIN = Array.from({ length: WORTHWHILE_ROWS }, (_, at) => {
    const contact = at % 3 === 0 ? `c${at}@shop.example,website,2026-01-02` : ',,'
    return `UC${String(at).padStart(22, '0')},Channel ${at.toString(36)},,${at},${contact}`
  })
  const TEXT = `channel_id,name,handle,subscribers,email,contact_source,contact_seen_at\n${[...PLAIN, ...ODD].join('\n')}\n`
  const ADDED = WORTHWHILE_ROWS + 2

  /** Digests of everything that an import writes, without random values and times; ids relative to the first. */
  const catalogue = async () => {
    const first = '(select min(id) from channel)'
    const digest = async (row: string, from: string) =>
      (
        await bench.rows(
          `select count(*)::int, md5(string_agg(t::text, ' ' order by t::text)) from (select ${row} from ${from}) t`,
        )
      )[0]
    return {
      channels: await digest(
        `(to_jsonb(channel) - 'id' - 'shuffle_key' - 'created_at' - 'updated_at') as facts, id - ${first} as at`,
        'channel',
      ),
      contacts: await digest(
        `(to_jsonb(contact) - 'id' - 'channel_id') as facts, channel_id - ${first} as at`,
        'contact',
      ),
      entries: await digest(
        `channel_id - ${first} as at, rank, tier, name_key, words, has_contact, country`,
        'search_entry',
      ),
      orders: await digest(`channel_id - ${first} as at, rank, recency`, 'search_order'),
      words: await digest('*', 'search_word'),
      typos: await digest('*', 'search_typo'),
    }
  }

  /** Whether the channel table was truncated into a new file, which happens only where indexes are dropped. */
  const areDropped = async (work: () => Promise<unknown>) => {
    const file = `select relfilenode::int as used from pg_class where relname = 'channel'`
    const before = await bench.rows(file)
    await work()
    return (await bench.rows(file))[0]?.['used'] !== before[0]?.['used']
  }

  it('leaves the same catalogue, search and report with indexes in place and dropped, and can be imported again', async () => {
    let [inPlace, dropped] = [{}, {}]
    expect(await areDropped(() => whileRead(async () => (inPlace = await bench.importText(TEXT))))).toBe(
      false,
    )
    const expected = await catalogue()
    await bench.clear()
    expect(await areDropped(async () => (dropped = await bench.importText(TEXT)))).toBe(true)
    expect(await catalogue()).toEqual(expected)
    const alike = { run: 0, seconds: 0, quarantine: '' }
    expect({ ...dropped, ...alike }).toEqual({ ...inPlace, ...alike })
    expect(dropped).toMatchObject({
      added: ADDED,
      changed: 0,
      duplicates: 2,
      refused: 2,
      contactsRefused: 1,
    })
    const unseen = await bench.rows(
      `select relname from pg_stat_user_tables
        where relname in ('search_entry', 'search_order', 'search_word', 'search_typo') and vacuum_count = 0`,
    )
    expect(unseen).toEqual([])
    expect(await areDropped(() => bench.importText(TEXT))).toBe(false)
    expect(await catalogue()).toEqual(expected)
    expect(await bench.importText('name\nAnother\n')).toMatchObject({ added: 1 })
  })
})
