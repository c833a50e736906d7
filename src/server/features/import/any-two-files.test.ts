import { join } from 'node:path'
import { OUTCOMES } from '#shared/rules/imports.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { readLines } from './read-lines.ts'
import { undoImport } from './undo-import.ts'
import { describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

const bench = shared(createImportBench)

const HEADER = 'date,id,handle,name,subscribers,country,email,contact_source,contact_seen_at\n'

const CHANNEL_A = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const CHANNEL_C = 'UCcccccccccccccccccccccc'
const EMPTY = { name: '' as const, subscribers: '' as const, country: '' as const, email: '' as const }

// Few ids, handles and names, so that rows collide, contradict each other and prove channels identical.
const row = fc.record({
  date: fc.integer({ min: 1, max: 28 }),
  id: fc.constantFrom('', CHANNEL_A, 'UCbbbbbbbbbbbbbbbbbbbbbb', CHANNEL_C),
  handle: fc.constantFrom('', '@one', '@two', '@three'),
  name: fc.constantFrom('', 'Alpha', 'alpha', 'Beta'),
  subscribers: fc.option(fc.nat(99), { nil: '' }),
  country: fc.constantFrom('', 'FI', 'SE'),
  email: fc.constantFrom('', 'a@shop.example', 'b@shop.example'),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

const line = ({ date, id, handle, name, subscribers, country, email }: Row) =>
  `2026-01-${String(date).padStart(2, '0')},${id},${handle},${name},${subscribers},${country},${email},website,2026-01-${String(date).padStart(2, '0')}`
const file = (rows: readonly Row[]) => `${HEADER}${rows.map(line).join('\n')}\n`

/** Everything that an import decides, without generated ids. */
const catalogue = () =>
  bench.rows(`
    select platform_id, handle, source, name, url, subscribers, country, has_contact, fetched_at,
           array(select concat_ws(' ', address, source_kind, first_seen_at, last_seen_at) from contact
                  where channel_id = channel.id order by address) as contacts
      from channel order by platform_id, handle, name_key`)

/** What readers of the search find. */
const search = () =>
  bench.rows(`
    select e.name_key, e.words, e.has_contact, e.country, platform_id, handle
      from search_entry e join channel c on c.id = channel_id order by platform_id, handle, e.name_key`)

const lines = async (path: string) => (await readLines(path, { after: 0, limit: 1_000 })).rows

/** Imports rows after a dry run, and compares what is told of each line, what is counted, and what is there then. */
async function importAsTried(rows: readonly Row[]) {
  const [tried, written] = [join(bench.folder, 'tried.tsv'), join(bench.folder, 'written.tsv')]
  const before = [await catalogue(), await search()]
  const dry = await bench.importText(file(rows), { isDryRun: true, lines: tried })
  expect([await catalogue(), await search()]).toEqual(before)
  const ids = async () => new Set((await bench.rows('select id from channel')).map(({ id }) => id))
  const old = await ids()
  const report = await bench.importText(file(rows), { lines: written })
  const { added, changed, unchanged, duplicates, refused, merged, contactsAdded } = report
  expect(dry).toMatchObject({ added, changed, unchanged, duplicates, refused, merged, contactsAdded })
  const outcomes = await lines(tried)
  expect(await lines(written)).toEqual(outcomes)
  expect(outcomes.map(({ line: at }) => at)).toEqual(rows.map((_, at) => at + 2))
  const counted = OUTCOMES.map((kind) => outcomes.filter(({ outcome }) => outcome === kind).length)
  expect(counted).toEqual([added, changed, unchanged, duplicates + refused])
  expect([...(await ids())].filter((id) => !old.has(id))).toHaveLength(added)
  return report
}

describe('any two files about a few channels', () => {
  it('a second import changes nothing, and an undo restores all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 6 }),
        fc.array(row, { minLength: 1, maxLength: 8 }),
        async (known, rows) => {
          await bench.clear()
          await bench.importText(file(known))
          const told = [await catalogue(), await search()]
          const { run, added, merged } = await importAsTried(rows)
          const before = await catalogue()
          const again = await bench.importText(file(rows))
          expect(again).toMatchObject({
            added: 0,
            changed: 0,
            merged: 0,
            contactsAdded: 0,
            contactsChanged: 0,
          })
          expect(await catalogue()).toEqual(before)
          const undo = undoImport(bench.app, OPERATOR, { run: run!, isDryRun: false })
          if (merged > 0) {
            await expect(undo).rejects.toMatchObject({ code: 'import_depended_on' })
            return
          }
          expect(await undo).toEqual({ deleted: added, restored: expect.any(Number) })
          expect([await catalogue(), await search()]).toEqual(told)
        },
      ),
      {
        numRuns: runs(300),
        examples: [
          // a refused row must not take a channel's handle
          [
            [{ ...EMPTY, date: 2, id: CHANNEL_A, handle: '@two', name: 'Alpha' }],
            [
              { ...EMPTY, date: 1, id: CHANNEL_A, handle: '@one' },
              { ...EMPTY, date: 2, id: CHANNEL_C, handle: '@two' },
            ],
          ],
          // an accepted row must not leave the channel without the handle that the file gives it
          [
            [{ ...EMPTY, date: 2, id: CHANNEL_A, handle: '@two', name: 'Alpha' }],
            [
              { ...EMPTY, date: 1, id: CHANNEL_A, handle: '@one' },
              { ...EMPTY, date: 2, id: CHANNEL_C, handle: '@two', name: 'Beta' },
            ],
          ],
          // a handle that its channel gives up in the same file belongs to somebody else
          [
            [{ ...EMPTY, date: 1, id: CHANNEL_A, handle: '@one', name: 'Alpha' }],
            [
              { ...EMPTY, date: 1, id: '', handle: '@one', name: 'Alpha' },
              { ...EMPTY, date: 1, id: CHANNEL_A, handle: '@three' },
            ],
          ],
          [
            [{ ...EMPTY, date: 2, id: CHANNEL_A, handle: '@one', name: 'Alpha' }],
            [
              { ...EMPTY, date: 1, id: CHANNEL_C, handle: '@one', name: 'Beta' },
              { ...EMPTY, date: 2, id: CHANNEL_A, handle: '@three' },
            ],
          ],
          [
            [
              { ...EMPTY, date: 2, id: '', handle: '@two', name: 'Beta' },
              { ...EMPTY, date: 2, id: CHANNEL_A, handle: '@three', name: 'Alpha' },
            ],
            [
              { ...EMPTY, date: 1, id: '', handle: '@three', name: 'Beta' },
              { ...EMPTY, date: 1, id: CHANNEL_A, handle: '@two' },
            ],
          ],
          // a handle that the catalogue keeps does not go to the file's channel
          [
            [{ ...EMPTY, date: 2, id: CHANNEL_A, handle: '@three', name: 'Alpha' }],
            [
              { ...EMPTY, date: 1, id: CHANNEL_C, handle: '@three' },
              { ...EMPTY, date: 1, id: '', handle: '@three', name: 'Beta' },
            ],
          ],
        ],
      },
    )
    await expectSoundLedger(bench.app)
  }, 3_600_000)

  it('a dry run of any file is its import, whatever the files before', async () => {
    await bench.clear()
    const files = fc.array(row, { minLength: 1, maxLength: 8 })
    // The catalogue is what the files before have left, so a smaller file proves nothing.
    const options = { numRuns: runs(10_000, 25), endOnFailure: true }
    await fc.assert(
      fc.asyncProperty(files, async (rows) => void (await importAsTried(rows))),
      options,
    )
  }, 3_600_000)

  it('the order of rows does not matter when their dates differ', async () => {
    const distinct = fc
      .uniqueArray(row, { selector: ({ date }) => date, minLength: 2, maxLength: 8 })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })))
    await fc.assert(
      fc.asyncProperty(distinct, async ([rows, shuffled]) => {
        await bench.clear()
        await bench.importText(file(rows))
        const expected = await catalogue()
        await bench.clear()
        await bench.importText(file(shuffled))
        expect(await catalogue()).toEqual(expected)
      }),
      { numRuns: runs(60) },
    )
  }, 300_000)
})
