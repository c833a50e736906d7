import { afterEach, describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

// The test's now is 10 March 2026: contacts are sold since 10 March 2025, kept since 10 December 2024.

const bench = shared(createImportBench)
afterEach(async () => {
  await bench.clear()
  await bench.rows('truncate switched_off_source')
})

const HEADER = 'name,handle,email,contact_source,contact_first_seen_at,contact_seen_at\n'
const row = (handle: string, address: string, seen: string, first = '', source = 'website') =>
  `${handle},@${handle},${address},${source},${first},${seen}\n`
const importRows = (...rows: readonly string[]) => bench.importText(`${HEADER}${rows.join('')}`)

/** By handle: whether the channel, and the search, say that it has a contact; its contacts and why they are not sold. */
async function state(): Promise<Record<string, unknown>> {
  const rows = await bench.rows<{ handle: string; has: boolean; searched: boolean; contacts: unknown }>(`
    select handle, channel.has_contact as has, search_entry.has_contact as searched,
      (select json_object_agg(address, withheld) from contact where channel_id = channel.id) as contacts
    from channel join search_entry on channel_id = id order by handle`)
  return Object.fromEntries(rows.map(({ handle, ...rest }) => [handle, rest]))
}
const sold = (address: string) => ({ has: true, searched: true, contacts: { [address]: [] } })
const unsold = (address: string, ...reasons: readonly string[]) => ({
  has: false,
  searched: false,
  contacts: { [address]: reasons },
})
const NONE = { has: false, searched: false, contacts: null }

describe('a contact that was last seen long ago', () => {
  it('is withheld in the import, and not stored when it is older than contacts are kept', async () => {
    const file = [
      row('fresh', 'fresh@shop.example', '2025-03-11'),
      row('stale', 'stale@shop.example', '2025-03-09'),
      row('kept', 'kept@shop.example', '2024-12-11'),
      row('gone', 'gone@shop.example', '2024-12-09'),
      // several rows about one channel
      row('twice', 'twice@shop.example', '2020-01-01'),
      row('twice', 'also@shop.example', '2020-01-01'),
      row('lately', 'lately@shop.example', '2020-01-01'),
      row('lately', 'lately@shop.example', '2026-01-01'),
    ]
    const planned = await bench.importText(`${HEADER}${file.join('')}`, { isDryRun: true })
    const report = await importRows(...file)
    for (const each of [planned, report])
      expect(each).toMatchObject({ added: 6, duplicates: 2, contactsAdded: 4, contactsTooOld: 3 })
    expect(await state()).toEqual({
      fresh: sold('fresh@shop.example'),
      stale: unsold('stale@shop.example', 'stale'),
      kept: unsold('kept@shop.example', 'stale'),
      gone: NONE,
      twice: NONE,
      lately: sold('lately@shop.example'),
    })
    expect(
      await bench.rows(`select first_seen_at from contact where address = 'lately@shop.example'`),
    ).toEqual([{ first_seen_at: new Date('2020-01-01') }])
  })

  it('is judged so for known channels, and sold again once it is seen again', async () => {
    await importRows('one,@one,,,,\n', row('two', 'b@shop.example', '2026-01-01'))
    expect(
      await importRows(
        row('one', 'a@shop.example', '2025-01-01'),
        row('one', 'old@shop.example', '2024-01-01'),
        row('two', 'stale@shop.example', '2025-01-01'),
      ),
    ).toMatchObject({ changed: 2, contactsAdded: 2, contactsTooOld: 1 })
    expect(await state()).toEqual({
      one: unsold('a@shop.example', 'stale'),
      two: { has: true, searched: true, contacts: { 'b@shop.example': [], 'stale@shop.example': ['stale'] } },
    })
    await importRows(row('one', 'a@shop.example', '2026-02-01'))
    expect((await state())['one']).toEqual(sold('a@shop.example'))
  })

  it('is sold while its owner has confirmed it since', async () => {
    await importRows(row('one', 'a@shop.example', '2025-02-01'))
    await bench.rows(`update contact set withheld = '{}'`)
    await bench.rows(`update address set confirmed_at = '2026-01-01'`)
    await importRows(row('one', 'a@shop.example', '2025-03-01'))
    expect(await state()).toEqual({ one: sold('a@shop.example') })
  })

  it('goes off sale when only its first date is new to us and the night has not come yet', async () => {
    await importRows(row('one', 'a@shop.example', '2025-03-11'))
    bench.app.clock.advance({ days: 10 })
    await importRows(row('one', 'a@shop.example', '2025-03-11', '2024-01-01'))
    bench.app.clock.advance({ days: -10 })
    expect(await state()).toEqual({ one: unsold('a@shop.example', 'stale') })
  })
})

describe('an address that is not sold', () => {
  const BOUNCED_AT = new Date('2026-03-01T00:00:00Z')

  it.each([
    ['with proofs that it bounces', `update address set is_undeliverable = true, bounced_at = '2026-03-01'`],
    ['with a pause', `update address set paused_at = now()`],
  ])('%s is sold by no channel that an import gives it to', async (_, withhold) => {
    await importRows(row('first', 'a@shop.example', '2026-01-01'), 'known,@known,,,,\n')
    await bench.rows(withhold)
    await bench.rows('update channel set has_contact = false')
    await importRows(
      row('known', 'a@shop.example', '2026-02-01'),
      row('newly', 'a@shop.example', '2026-02-01'),
      row('stale', 'a@shop.example', '2025-02-01'),
      row('folded', 'a@shop.example', '2026-02-01'),
      row('folded', 'a@shop.example', '2026-02-02'),
      row('other', 'a@shop.example;b@shop.example', '2026-02-01'),
      row('first', 'a@shop.example', '2026-02-05'),
    )
    const withheld = unsold('a@shop.example')
    expect(await state()).toMatchObject({
      known: withheld,
      newly: withheld,
      stale: unsold('a@shop.example', 'stale'),
      folded: withheld,
      first: { has: false, contacts: { 'a@shop.example': [] } },
      other: { has: true, searched: true, contacts: { 'a@shop.example': [], 'b@shop.example': [] } },
    })
  })

  it('is only sold after others when one proof is there', async () => {
    await importRows(row('first', 'a@shop.example', '2026-01-01'))
    await bench.rows(`update address set bounced_at = '2026-03-01'`)
    await importRows(row('newly', 'a@shop.example', '2026-02-01'))
    expect((await state())['newly']).toEqual(sold('a@shop.example'))
    expect(await bench.rows('select bounced_at from address')).toEqual([{ bounced_at: BOUNCED_AT }])
  })

  it('because of its source is sold once another source names it', async () => {
    await importRows(row('one', 'a@shop.example', '2026-01-01', '', 'bad list'))
    await bench.rows(`insert into switched_off_source (source, at) values ('bad list', now())`)
    await bench.rows(`update contact set withheld = '{source}'`)
    await bench.rows('update channel set has_contact = false')
    await importRows(
      row('one', 'a@shop.example', '2026-02-01', '', 'bad list'),
      row('two', 'b@shop.example', '2026-02-01', '', 'Bad List'),
    )
    expect(await state()).toMatchObject({ one: { has: false }, two: NONE })
    await importRows(row('one', 'a@shop.example', '2026-02-01'))
    expect((await state())['one']).toEqual(sold('a@shop.example'))
  })
})
