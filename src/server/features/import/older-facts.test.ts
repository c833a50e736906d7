import { afterEach, describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

const A = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const B = 'UCbbbbbbbbbbbbbbbbbbbbbb'

const bench = shared(createImportBench)
afterEach(() => bench.clear())

describe('older and unknown facts', () => {
  it('never replace newer and known ones, and fill what is missing', async () => {
    await bench.importText(`id,name,subscribers\n${A},New,100\n`, { asOf: Date.UTC(2026, 0, 1) })
    const older = await bench.importText(`id,name,subscribers,country\n${A},Old,90,FI\n`, {
      asOf: Date.UTC(2020, 0, 1),
    })
    expect(older).toMatchObject({ changed: 1 })
    await bench.importText(`id,name,subscribers\n${A},New,hidden\n`, { asOf: Date.UTC(2026, 1, 1) })
    expect(await bench.rows('select name, subscribers, country, fetched_at from channel')).toEqual([
      { name: 'New', subscribers: 100, country: 'FI', fetched_at: new Date('2026-02-01') },
    ])
  })

  it('date the last upload; a later file with the same upload makes the channel inactive for longer', async () => {
    const text = `id,name,last_upload_at\n${A},Quiet,2026-01-01\n`
    const read = () =>
      bench.rows(
        `select uploads_checked_at, silence from channel join search_entry on channel_id = channel.id`,
      )
    await bench.importText(text, { asOf: Date.UTC(2026, 0, 20) })
    expect(await read()).toEqual([{ uploads_checked_at: new Date('2026-01-20'), silence: 1 }])
    const later = await bench.importText(text, { asOf: Date.UTC(2026, 1, 20) })
    expect(later).toMatchObject({ unchanged: 1 })
    expect(await read()).toEqual([{ uploads_checked_at: new Date('2026-02-20'), silence: 2 }])
    // From a day for which uploads are unknown.
    await bench.importText(`id,name,subscribers\n${A},Quiet,5\n`, { asOf: Date.UTC(2026, 5, 1) })
    expect(await read()).toEqual([{ uploads_checked_at: new Date('2026-02-20'), silence: 2 }])
  })

  it('do not replace what the platform has reported since', async () => {
    await bench.importText(`id,name,subscribers,country\n${A},One,1,FI\n`, { asOf: Date.UTC(2026, 0, 1) })
    await bench.rows(`update channel set subscribers = 7, refreshed_at = '2026-02-01' returning id`)
    await bench.importText(`id,name,subscribers,country\n${A},Two,2,SE\n`, { asOf: Date.UTC(2026, 0, 20) })
    const read = () => bench.rows('select name, subscribers, country from channel')
    expect(await read()).toEqual([{ name: 'One', subscribers: 7, country: 'SE' }])
    await bench.importText(`id,name,subscribers,country\n${A},Three,3,NO\n`, { asOf: Date.UTC(2026, 1, 2) })
    expect(await read()).toEqual([{ name: 'Three', subscribers: 3, country: 'NO' }])
  })

  it('update known channels from files without names, and refuse the others with a reason', async () => {
    await bench.importText(`id,name,subscribers\n${A},One,1\n`)
    const report = await bench.importText(
      `date,channel_id,subscribers,total_views\n2026-03-02,${A},5,50\n2026-03-01,${A},4,\n2026-03-02,${B},7,70\n`,
    )
    expect(report).toMatchObject({ shape: 'daily-series', rows: 3, changed: 1, duplicates: 1, refused: 1 })
    expect(report.refusals).toEqual([{ line: 4, reason: 'no name, and the channel is not known' }])
    expect(await bench.rows('select subscribers, views from channel')).toEqual([
      { subscribers: 5, views: 50 },
    ])
  })
})
