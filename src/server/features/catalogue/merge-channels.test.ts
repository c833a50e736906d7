import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportBench, type ImportBench } from '#test/support/import-files.ts'

const A = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const CONTACT = 'email,contact_source,contact_seen_at'

let bench: ImportBench
afterEach(() => bench[Symbol.asyncDispose]())

/** A person who has paid for a channel and has its purchase record. */
async function buy(email: string, channelId: number): Promise<void> {
  await bench.rows(
    `with own as (
       insert into holder (kind) select 'person' where not exists (select from person where email = $1) returning id
     ), added as (
       insert into person (id, email, username, agreement_version, agreed_at, consent_version, consented_at, created_at)
       select id, $1, 'Buyer', '1', now(), '1', now(), now() from own returning id
     ), buyer as (
       select id from added union all select id from person where email = $1
     ), revealed as (
       insert into reveal (holder_id, channel_id, contact_id, created_at)
       select buyer.id, $2, contact.id, now() from buyer join contact on contact.channel_id = $2 limit 1
       returning holder_id, id
     )
     insert into purchase (holder_id, reveal_id, channel_name, created_at)
     select holder_id, id, 'as bought', now() from revealed`,
    [email, channelId],
  )
}

describe('a row that proves two known channels the same', () => {
  let byId: number
  let byHandle: number
  beforeEach(async () => {
    bench = await createImportBench()
    await bench.importText(
      `id,name,subscribers,views,${CONTACT}\n${A},By id,10,7,id@shop.example,website,2026-01-01\n`,
      { asOf: Date.UTC(2026, 0, 1) },
    )
    await bench.importText(
      `name,handle,subscribers,country,${CONTACT}\nBy handle,@one,20,FI,handle@shop.example,website,2026-01-01\nBy handle,@one,20,FI,id@shop.example,website,2025-01-01\n`,
      { asOf: Date.UTC(2026, 1, 1), name: 'other.csv' },
    )
    const rows = await bench.rows<{ id: number }>('select id from channel order by id')
    byId = rows[0]?.id ?? 0
    byHandle = rows[1]?.id ?? 0
  })

  const join = () => bench.importText(`id,name,handle\n${A},Joined,@one\n`, { asOf: Date.UTC(2026, 2, 1) })

  it('merges facts by date, and all contacts', async () => {
    expect(await join()).toMatchObject({ added: 0, changed: 1, merged: 1 })
    expect(
      await bench.rows(
        'select id, platform_id, handle, name, subscribers, views, country, has_contact from channel',
      ),
    ).toEqual([
      {
        id: byId,
        platform_id: A,
        handle: 'one',
        name: 'Joined',
        subscribers: 20,
        views: 7,
        country: 'FI',
        has_contact: true,
      },
    ])
    expect(
      await bench.rows('select channel_id, address, first_seen_at from contact order by address'),
    ).toEqual([
      { channel_id: byId, address: 'handle@shop.example', first_seen_at: new Date('2026-01-01') },
      { channel_id: byId, address: 'id@shop.example', first_seen_at: new Date('2025-01-01') },
    ])
    expect(await join()).toMatchObject({ unchanged: 1, merged: 0 })
  })

  it('leaves only the remaining channel in search', async () => {
    await join()
    expect(await bench.rows('select channel_id, words from search_entry')).toEqual([
      { channel_id: byId, words: 'joined' },
    ])
  })

  it.each([
    ['2026-01-01', '2026-01-02', 'of the removed one'],
    ['2026-01-02', '2026-01-01', 'of the kept one'],
    ['2026-01-02', null, 'of the kept one'],
    [null, '2026-01-01', 'of the removed one'],
    [null, null, undefined],
  ])('keeps the words of titles that were read later: %s and %s', async (kept, gone, word) => {
    for (const [id, readAt, text] of [
      [byId, kept, 'of the kept one'],
      [byHandle, gone, 'of the removed one'],
    ])
      await bench.rows(
        `insert into channel_recent (channel_id, keys, words, months, read_at)
         select $1::bigint, '{1}', array[$3::text], '{}', $2::timestamptz where $2 is not null`,
        [id, readAt, text],
      )
    await join()
    expect(await bench.rows('select channel_id, words from channel_recent')).toEqual(
      word === undefined ? [] : [{ channel_id: byId, words: [word] }],
    )
  })

  it('keeps the subscribers of days that only the other channel knows', async () => {
    await bench.rows(
      `insert into channel_day values ($1, '2026-01-01', 1), ($2, '2026-01-01', 2), ($2, '2026-01-02', 3)`,
      [byId, byHandle],
    )
    await join()
    expect(await bench.rows('select channel_id, day, subscribers from channel_day order by day')).toEqual([
      { channel_id: byId, day: '2026-01-01', subscribers: 1 },
      { channel_id: byId, day: '2026-01-02', subscribers: 3 },
    ])
  })

  it('keeps purchases of both channels', async () => {
    await buy('first@buyer.example', byHandle)
    await buy('second@buyer.example', byId)
    await buy('both@buyer.example', byId)
    await buy('both@buyer.example', byHandle)
    await join()
    expect(
      await bench.rows(
        `select email, count(*)::int as records, min(channel_id)::int as "channelId"
           from person p join purchase u on u.holder_id = p.id join reveal r on r.holder_id = p.id and r.id = u.reveal_id
          group by email order by email`,
      ),
    ).toEqual([
      { email: 'both@buyer.example', records: 1, channelId: byId },
      { email: 'first@buyer.example', records: 1, channelId: byId },
      { email: 'second@buyer.example', records: 1, channelId: byId },
    ])
    // Every paid reveal is still there.
    expect(await bench.rows('select count(*)::int as reveals from reveal')).toEqual([{ reveals: 4 }])
  })

  it('keeps an objection to an address of both channels', async () => {
    await bench.rows(`update address set suppressed_at = now() where address = 'id@shop.example'`)
    await join()
    expect(
      await bench.rows(
        `select suppressed_at is not null as objected from known_contact where address = 'id@shop.example'`,
      ),
    ).toEqual([{ objected: true }])
  })

  it('is only reported by a dry run', async () => {
    const dry = await bench.importText(`id,name,handle\n${A},Joined,@one\n`, {
      isDryRun: true,
      asOf: Date.UTC(2026, 2, 1),
    })
    expect(dry).toMatchObject({ changed: 1, merged: 1 })
    expect(await bench.rows('select 1 from channel')).toHaveLength(2)
  })
})
