import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fc } from '#test/support/fast-check.ts'
import { createImportBench, type ImportBench } from '#test/support/import-files.ts'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { CSV_HEADER, csvLine } from '#local/demo/generate-csv.ts'
import { addressHash } from '#server/features/catalogue/hash-address.ts'

let bench: ImportBench
beforeAll(async () => {
  bench = await createImportBench()
})
afterAll(() => bench[Symbol.asyncDispose]())
beforeEach(() => bench.clear())

/** Every file is tried straight. */
const STRAIGHT = { directFrom: 0 }
const STAGED = { directFrom: Number.POSITIVE_INFINITY }
const GENERATED = `${CSV_HEADER}${Array.from(generateChannels({ count: 3_000, seed: 5, names: 'statistical' }), csvLine).join('')}`

/** Everything that an import writes, without what is random or a moment; ids as the distance from the first. */
const catalogue = async () => ({
  channels: await bench.rows(`
    select (to_jsonb(channel) - 'id' - 'shuffle_key' - 'created_at' - 'updated_at') ||
           jsonb_build_object('at', id - (select min(id) from channel)) as channel
      from channel order by id`),
  contacts: await bench.rows(`
    select (to_jsonb(contact) - 'id' - 'channel_id') || jsonb_build_object('at', channel_id - (select min(id) from channel))
           as contact
      from contact order by channel_id, address`),
  entries: await bench.rows(`
    select channel_id - (select min(id) from channel) as at, rank, tier, name_key, words, has_contact, country
      from search_entry order by 1`),
  orders: await bench.rows(`
    select channel_id - (select min(id) from channel) as at, rank, recency from search_order order by 1`),
  words: await bench.rows('select * from search_word order by word'),
  typos: await bench.rows('select * from search_typo order by key, word'),
})

/** Whether the table of channels was emptied, into a file of its own, as it is for rows that come straight. */
const wasStraight = async (work: () => Promise<unknown>) => {
  const used = async () =>
    (
      await bench.rows<{ used: number }>(
        `select relfilenode::int as used from pg_class where relname = 'channel'`,
      )
    )[0]?.used
  const before = await used()
  await work()
  return (await used()) !== before
}

/** Both ways of the same file into an empty catalogue. */
async function bothWays(text: string) {
  const staged = await bench.importText(text, STAGED)
  const asStaged = await catalogue()
  await bench.clear()
  const straight = await bench.importText(text, STRAIGHT)
  return { staged, asStaged, straight, asStraight: await catalogue() }
}

const numbers = (report: object) =>
  Object.fromEntries(Object.entries(report).filter(([name]) => name !== 'seconds'))

describe('a file that is copied straight into an empty catalogue', () => {
  it('leaves what staged rows leave, in the catalogue, in the search structures and in the report', async () => {
    const { staged, asStaged, straight, asStraight } = await bothWays(GENERATED)
    expect(asStraight).toEqual(asStaged)
    expect(numbers(straight)).toEqual(numbers(staged))
    expect(straight).toMatchObject({ added: 3_000, changed: 0, duplicates: 0 })
  })

  it('goes that way', async () => {
    expect(await wasStraight(() => bench.importText(GENERATED, STRAIGHT))).toBe(true)
  })

  it('keeps what cannot be read and what has no contact apart', async () => {
    const text =
      'name,channel_id,email,contact_source,contact_seen_at\n' +
      'One,UCaaaaaaaaaaaaaaaaaaaaaa,a@shop.example b@shop.example,website,2026-01-02\n' +
      'Two,UCbbbbbbbbbbbbbbbbbbbbbb,,,\n' +
      'broken\n' +
      'Three,,c@shop.example,,2026-01-02\n'
    const { staged, asStaged, straight, asStraight } = await bothWays(text)
    expect(asStraight).toEqual(asStaged)
    expect(numbers(straight)).toEqual(numbers(staged))
    expect(straight).toMatchObject({ added: 3, refused: 1, contactsAdded: 2, contactsRefused: 1 })
  })

  it('can be imported again, which changes nothing, and be followed by new channels', async () => {
    await bench.importText(GENERATED, STRAIGHT)
    const before = await catalogue()
    expect(await bench.importText(GENERATED, STRAIGHT)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3_000,
    })
    expect(await catalogue()).toEqual(before)
    expect(await bench.importText('name\nAnother\n', STRAIGHT)).toMatchObject({ added: 1 })
  })
})

it('whatever a file says of few channels, both ways end the same', async () => {
  const row = fc.record({
    name: fc.constantFrom('', 'Alpha', 'alpha', 'Beta', 'Gamma'),
    id: fc.constantFrom(
      '',
      '',
      'UCaaaaaaaaaaaaaaaaaaaaaa',
      'UCbbbbbbbbbbbbbbbbbbbbbb',
      'UCcccccccccccccccccccccc',
    ),
    handle: fc.constantFrom('', '', '@one', '@two', '@three'),
    subscribers: fc.nat(99),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
      await bench.clear()
      const lines = rows.map(({ name, id, handle, subscribers }) => `${name},${id},${handle},${subscribers}`)
      const { staged, asStaged, straight, asStraight } = await bothWays(
        `name,channel_id,handle,subscribers\n${lines.join('\n')}\n`,
      )
      expect(asStraight).toEqual(asStaged)
      expect(numbers(straight)).toEqual(numbers(staged))
    }),
    { numRuns: 20 },
  )
}, 300_000)

describe('a file that cannot be copied straight', () => {
  it.each([
    [
      'names a channel twice by its id',
      'name,channel_id\nOne,UCaaaaaaaaaaaaaaaaaaaaaa\nOther,UCaaaaaaaaaaaaaaaaaaaaaa\n',
    ],
    ['names a handle twice', 'name,channel_id,handle\nOne,UCaaaaaaaaaaaaaaaaaaaaaa,@one\nOther,,@one\n'],
    ['names a channel of its source twice, by a name that differs in accents', 'name\nRésumé\nResume\n'],
    [
      'holds figures of a channel without its name',
      'name,channel_id\nOne,UCaaaaaaaaaaaaaaaaaaaaaa\n,UCbbbbbbbbbbbbbbbbbbbbbb\n',
    ],
  ])('because it %s is staged', async (_why, text) => {
    const { staged, asStaged, straight, asStraight } = await bothWays(text)
    expect(asStraight).toEqual(asStaged)
    expect(numbers(straight)).toEqual(numbers(staged))
    expect(straight.added).toBe(1)
  })

  it('because somebody objected is staged, and the address withheld', async () => {
    const text = 'name,email,contact_source,contact_seen_at\nOne,gone@shop.example,website,2026-01-02\n'
    await bench.app.pool.query(`insert into suppression values ($1, now())`, [
      addressHash(bench.app.secret, 'gone@shop.example'),
    ])
    expect(await wasStraight(() => bench.importText(text, STRAIGHT))).toBe(false)
    expect(await bench.rows('select from contact')).toEqual([])
  })

  it('because the catalogue has channels or is read at that moment is staged', async () => {
    await bench.importText('name\nKnown\n', STAGED)
    expect(await wasStraight(() => bench.importText('name\nOne\n', STRAIGHT))).toBe(false)
    await bench.clear()
    const reader = await bench.app.pool.connect()
    await reader.query('begin; select from channel')
    const isStraight = await wasStraight(() => bench.importText('name\nOne\n', STRAIGHT))
    await reader.query('rollback')
    reader.release()
    expect(isStraight).toBe(false)
    expect(await bench.rows('select name from channel')).toEqual([{ name: 'One' }])
  })
})
