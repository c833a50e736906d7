import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { createStaging } from './staging.ts'
import { withholdSuppressed } from './apply.ts'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

const bench = shared(createImportBench)
afterEach(() => bench.clear())

const HEADER = 'name,handle,email,contact_source,contact_source_url,contact_first_seen_at,contact_seen_at\n'
const contacts = () =>
  bench.rows(
    `select address, source_kind, source_url, first_seen_at, last_seen_at, suppressed_at from known_contact order by address`,
  )

describe('contacts of a file', () => {
  it('are stored apart from the channel, normalised, with source and dates', async () => {
    const report = await bench.importText(
      `${HEADER}One,@one,"Anna@Shop.Example; mailto:ads@shop.example anna@shop.example",Website,https://shop.example/about,2025-05-01,2026-02-01\n`,
    )
    expect(report).toMatchObject({ added: 1, contactsAdded: 2, contactsRefused: 0 })
    const facts = {
      source_kind: 'website',
      source_url: 'https://shop.example/about',
      first_seen_at: new Date('2025-05-01'),
      last_seen_at: new Date('2026-02-01'),
      suppressed_at: null,
    }
    expect(await contacts()).toEqual([
      { address: 'ads@shop.example', ...facts },
      { address: 'anna@shop.example', ...facts },
    ])
    expect(await bench.rows('select has_contact from channel')).toEqual([{ has_contact: true }])
  })

  it('are refused without source, date or a valid address, while the channel is imported', async () => {
    const report = await bench.importText(
      `${HEADER}A,@aaa,a@shop.example,,,,2026-02-01\nB,@bbb,b@shop.example,,https://shop.example/,,\nC,@ccc,c at shop.example,website,,,2026-02-01\nD,@ddd,d@shop.example,website,,,2026-02-01\nE,@eee,NULL,,,,\n`,
    )
    expect(report).toMatchObject({ added: 5, refused: 0, contactsAdded: 1, contactsRefused: 3 })
    expect(report.refusals).toEqual([
      { line: 2, reason: 'contact without source' },
      { line: 3, reason: 'contact without date' },
      { line: 4, reason: 'contact address not understood' },
    ])
    expect(await contacts()).toMatchObject([
      { address: 'd@shop.example', source_kind: 'website', source_url: '' },
    ])
    expect(await bench.rows('select name from channel where has_contact')).toEqual([{ name: 'D' }])
  })

  it('are only in their table, not in reports, quarantine, import records or search', async () => {
    const report = await bench.importText(
      `${HEADER}A,@aaa,secret.person@shop.example,,,,2026-02-01\n,,secret.person@shop.example,,,,\n`,
    )
    const quarantine = await bench.quarantined(report)
    expect(quarantine.map(({ line, reason }) => ({ line, reason }))).toEqual([
      { line: 2, reason: 'contact without source' },
      { line: 3, reason: 'no name' },
    ])
    expect(JSON.stringify([report, quarantine])).not.toMatch(/secret|shop\.example/)
    const kept = await bench.rows(
      'select to_jsonb(r)::text || (select to_jsonb(c)::text from channel c) as text from import_run r',
    )
    expect(kept[0]?.['text']).not.toMatch(/secret/)
  })

  it('extend their dates with later files', async () => {
    const row = (kind: string, first: string, last: string) =>
      `${HEADER}One,@one,a@shop.example,${kind},,${first},${last}\n`
    await bench.importText(row('website', '2025-05-01', '2026-01-01'))
    expect(await bench.importText(row('website', '2025-06-01', '2025-12-01'))).toMatchObject({
      unchanged: 1,
      contactsChanged: 0,
    })
    expect(await bench.importText(row('creator', '2025-04-01', '2026-02-01'))).toMatchObject({
      changed: 1,
      contactsAdded: 0,
      contactsChanged: 1,
    })
    expect(await contacts()).toMatchObject([
      { source_kind: 'creator', first_seen_at: new Date('2025-04-01'), last_seen_at: new Date('2026-02-01') },
    ])
  })

  it('are collected from several rows of one channel', async () => {
    const report = await bench.importText(
      `${HEADER}One,@one,a@shop.example,website,,,2026-01-01\nOne,@one,a@shop.example,website,,2025-01-01,2026-02-01\nOne,@one,b@shop.example,creator,,,2026-01-01\n`,
    )
    expect(report).toMatchObject({ added: 1, duplicates: 2, contactsAdded: 2 })
    expect(await contacts()).toMatchObject([
      {
        address: 'a@shop.example',
        first_seen_at: new Date('2025-01-01'),
        last_seen_at: new Date('2026-02-01'),
      },
      { address: 'b@shop.example' },
    ])
  })

  it('make a channel searchable as having one, even when imported later', async () => {
    await bench.importText('name,handle\nOne,@one\n')
    expect(await bench.rows('select has_contact from search_entry')).toEqual([{ has_contact: false }])
    await bench.importText(`${HEADER}One,@one,a@shop.example,website,,,2026-01-01\n`)
    expect(await bench.rows('select has_contact from search_entry')).toEqual([{ has_contact: true }])
  })
})

describe('an objection', () => {
  const object = (address: string) =>
    bench.rows('insert into suppression (address_hash, created_at) values ($1, now())', [
      addressHash(bench.app.secret, address),
    ])

  it('excludes the address from every later import', async () => {
    await object('Anna@shop.example')
    const report = await bench.importText(
      `${HEADER}One,@one,anna@shop.example,website,,,2026-01-01\nTwo,@two,anna@shop.example;bob@shop.example,website,,,2026-01-01\n`,
    )
    expect(report).toMatchObject({ added: 2, contactsAdded: 1, contactsWithheld: 1 })
    expect(await contacts()).toMatchObject([{ address: 'bob@shop.example' }])
    expect(await bench.rows('select name from channel where has_contact')).toEqual([{ name: 'Two' }])
  })

  it('is not undone by a file that names the address again', async () => {
    const file = `${HEADER}One,@one,anna@shop.example,website,,,2026-01-01\n`
    await bench.importText(file)
    await object('anna@shop.example')
    await bench.rows('update address set suppressed_at = now()')
    await bench.rows('update channel set has_contact = false')
    expect(await bench.importText(file.replace('2026-01-01', '2026-02-01'))).toMatchObject({
      unchanged: 1,
      contactsAdded: 0,
      contactsChanged: 0,
    })
    expect(
      await bench.rows(
        'select has_contact, suppressed_at is null as sold from channel join known_contact on true',
      ),
    ).toEqual([{ has_contact: false, sold: false }])
  })

  it('during an import waits for its end', async () => {
    const importing = await bench.app.databases.pool.connect()
    await importing.query('begin')
    await createStaging(importing)
    await withholdSuppressed(importing, bench.app.secret)
    let isDone = false
    const objection = object('anna@shop.example').then(() => (isDone = true))
    const isWaiting = async () => {
      const waiting = await bench.rows(
        `select 1 from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
         where relation = 'suppression'::regclass and not granted`,
      )
      return waiting.length === 1
    }
    await vi.waitUntil(isWaiting, { timeout: 20_000 })
    expect(isDone).toBe(false)
    await importing.query('commit')
    importing.release()
    expect(await objection).toBe(true)
  })
})
