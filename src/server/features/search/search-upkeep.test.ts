import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addChannels,
  changeChannel,
  channelColumns,
  namesFound,
  namesOnAllPages,
  rebuildSearch,
} from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

type Sort = 'relevance' | 'subscribers' | 'recent' | 'shuffle'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
let client: TestClient
beforeAll(async () => {
  client = testApp.client()
})

const add = (...channels: Parameters<typeof addChannels>[1]) => addChannels(testApp.app, channels)
const found = (text: string, body = {}) => namesFound(client, text, body)

async function isWordKnown(word: string): Promise<boolean> {
  const { rows } = await sql`select from search_word where word = ${word}
    union all select from search_typo where word = ${word}`.execute(testApp.app.db)
  return rows.length > 0
}

describe('what search finds follows the channel', () => {
  test('gone, and back', async () => {
    const [id] = await add({
      name: 'Vanishing Cabinet',
      platformId: 'UCvanishvanishvanishvani',
      handle: 'cabinet',
    })
    await changeChannel(testApp.app, id!, { name: 'Vanishing Cabinet', handle: 'cabinet', isGone: true })
    expect(await found('vanishing cabinet')).toEqual([])
    expect(await found('@cabinet')).toEqual([])
    await changeChannel(testApp.app, id!, { name: 'Vanishing Cabinet' })
    expect(await found('vanishing cabinet')).toEqual(['Vanishing Cabinet'])
  })

  test('gone without a search update: its id or handle does not find it', async () => {
    const [id] = await add({ name: 'Silent Exit', handle: 'silentexit' })
    await testApp.app.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', id!).execute()
    expect(await found('@silentexit')).toEqual([])
  })

  test('a rolled back transaction leaves no trace', async () => {
    await expect(
      testApp.app.db.transaction().execute(async (tx) => {
        await addChannels({ ...testApp.app, db: tx }, [{ name: 'Undone Wonders' }])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await found('undone')).toEqual([])
    expect(await isWordKnown('undone')).toBe(false)
  })
})

describe('counts of beginnings', () => {
  /** Beginnings with their words and names, and the same counted in the words. */
  async function counts() {
    const { rows } = await sql<{ beginning: string; kept: object; counted: object }>`
      select beginning, json_build_object('words', b.words, 'names', b.names) as kept,
        (select json_build_object('words', count(*), 'names', sum(w.names)) from search_word w
          where starts_with(w.word, b.beginning)) as counted
      from search_beginning b order by beginning`.execute(testApp.app.db)
    return rows
  }
  const letters = (at: number) => String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))
  const expectCounted = async () => {
    for (const { beginning, kept, counted } of await counts())
      expect([beginning, kept]).toEqual([beginning, counted])
  }

  test('are those of the words after any change, and only common ones are kept', async () => {
    const { db } = testApp.app
    const ids = await add(
      ...Array.from({ length: 300 }, (_, at) => ({ name: `Qzxyabc${letters(at)} qzw${letters(at)}` })),
      ...Array.from({ length: 299 }, (_, at) => ({ name: `Vzx${letters(at)}` })),
    )
    await rebuildSearch(db)
    const known = (await counts()).map(({ beginning }) => beginning)
    expect(known.filter((beginning) => /^(qz|vz)/.test(beginning))).toEqual([
      'qz',
      'qzw',
      'qzx',
      'qzxy',
      'qzxya',
    ])
    await expectCounted()

    // Another name with known words, names with new words, words that no name has any more, and both in one call.
    await add({ name: 'Qzxyabcaa qzwaa' }, { name: 'Qzxyabc qzxy qz q' })
    await expectCounted()
    await changeChannel(testApp.app, ids[1]!, { name: 'Qzxyabcother' })
    await expectCounted()
    await db.deleteFrom('channel').where('id', 'in', ids.slice(2, 9)).execute()
    await expectCounted()
    const kept = (await counts()).find(({ beginning }) => beginning === 'qzxya')?.kept
    expect(kept).toEqual({ words: 300 - 8 + 2, names: 300 - 8 + 3 })

    await rebuildSearch(db)
    await expectCounted()
    expect((await counts()).map(({ beginning }) => beginning)).not.toContain('qzw')
  })

  test('go when hardly any word has the beginning any more, and searches with it find what is there', async () => {
    const { db } = testApp.app
    const ids = await add(...Array.from({ length: 300 }, (_, at) => ({ name: `Wqj${letters(at)}` })), {
      name: 'Solitary yonder',
    })
    await rebuildSearch(db)
    const known = async () =>
      (await counts()).map(({ beginning }) => beginning).filter((beginning) => beginning.startsWith('wq'))
    await db.deleteFrom('channel').where('id', 'in', ids.slice(0, 200)).execute()
    expect(await known()).toEqual(['wq', 'wqj'])
    await db.deleteFrom('channel').where('id', 'in', ids.slice(200, 300)).execute()
    expect(await known()).toEqual([])
    // A word that nothing is like is ignored.
    expect(await found('solitary wqj')).toEqual(['Solitary yonder'])
    await add({ name: 'Wqjx Solitary' })
    expect(await found('solitary wqj')).toEqual(['Wqjx Solitary'])
  })

  test('may be none, with writers that do not remove their rows', async () => {
    const { db } = testApp.app
    await add({ name: 'Lonesome yonder' })
    await sql`insert into search_beginning (beginning, words, names) values ('zzq', 0, 0)`.execute(db)
    expect(await found('lonesome zzq')).toEqual(['Lonesome yonder'])
    await sql`delete from search_beginning where beginning = 'zzq'`.execute(db)
  })
})

describe('concurrent changes', () => {
  test('a word removed by one writer while another adds it stays', async () => {
    const { db } = testApp.app
    const [id] = await add({ name: 'Contested word' })
    const adding = db.transaction().execute(async (tx) => {
      await addChannels({ ...testApp.app, db: tx }, [{ name: 'Newly contested' }])
      // The other writer waits for this transaction and finishes only after it.
      const deleting = db.deleteFrom('channel').where('id', '=', id!).execute()
      await waitsForLock()
      return { deleting }
    })
    await (await adding).deleting
    expect(await found('contested')).toEqual(['Newly contested'])
    expect(await isWordKnown('contested')).toBe(true)
  })

  test('writers of the same words do not lose a channel', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        add({ name: `Stampede ${index % 3}`, subscribers: 10 ** (index % 9) }),
      ),
    )
    expect(await found('stampede')).toHaveLength(30)
    expect(await found('stampde', { sort: 'subscribers' })).toHaveLength(30)
  })

  test('searches stay correct during a rebuild', async () => {
    const { db } = testApp.app
    await add(...Array.from({ length: 20 }, (_, index) => ({ name: `Rebuilt ${index}`, subscribers: index })))
    const expected = await found('rebuilt')
    const { searching } = await db.transaction().execute(async (tx) => {
      await rebuildSearch(tx)
      // The swap is made but not committed: readers and writers wait for it.
      const waiting = Promise.all([found('rebuilt'), found('rebuilt'), add({ name: 'Late writer' })])
      await waitsForLock()
      return { searching: waiting }
    })
    const [one, two] = await searching
    expect([one, two]).toEqual([expected, expected])
    expect(await found('late writer')).toEqual(['Late writer'])
  })

  test('searches across rebuilds never fail and miss nothing', async () => {
    await add(
      ...Array.from({ length: 20 }, (_, index) => ({
        name: `Steady ${index}`,
        contentTypes: ['Music'] as const,
      })),
    )
    let isOver = false
    const searching = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        expect(await found('steady')).toHaveLength(20)
        expect(await found('stedy', { content_type: 'Music' })).toHaveLength(20)
      }
    })
    for (let turn = 0; turn < 8; turn++) await rebuildSearch(testApp.app.db)
    isOver = true
    await Promise.all(searching)
  })
})

describe('cursors while rows change', () => {
  const pageOf = (name: string, sort: Sort, cursor: string | null) =>
    client.call('POST /search', { body: { mainInputValue: name, sort, seed: 9, limit: 7, cursor } })

  test.each(['relevance', 'subscribers', 'recent', 'shuffle'] as const)(
    'by %s: each remaining row is on the pages once, whatever happens to the others',
    async (sort) => {
      const name = `Drift${sort}`
      const ids = await add(
        ...Array.from({ length: 40 }, (_, index) => ({
          name: `${name} ${String(index).padStart(2, '0')}`,
          subscribers: index * 1_000,
          lastUploadAt: new Date(Date.UTC(2026, 0, 1 + index)),
        })),
      )
      const seen: string[] = []
      let cursor: string | null = null
      for (let page = 0; ; page++) {
        const { body } = await pageOf(name, sort, cursor)
        seen.push(...body.data.map((channel) => channel.channel_name))
        cursor = body.meta.nextCursor
        if (cursor === null) break
        // Every third row changes between the pages: deleted, moved to either end, or new.
        const at = page * 6
        await testApp.app.db.deleteFrom('channel').where('id', '=', ids[at]!).execute()
        await changeChannel(testApp.app, ids[at + 3]!, {
          name: `${name} ${String(at + 3).padStart(2, '0')}`,
          subscribers: page % 2 === 0 ? 99_000_000 : 0,
          lastUploadAt: new Date(Date.UTC(page % 2 === 0 ? 2027 : 2020, 0, 1)),
        })
        await add({ name: `${name} new ${page}`, subscribers: page * 7_000 })
      }
      const stayed = Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 3 !== 0)
      for (const index of stayed) {
        const times = seen.filter((each) => each === `${name} ${String(index).padStart(2, '0')}`).length
        expect([index, times]).toEqual([index, 1])
      }
    },
  )

  test('a cursor of another search, or a malformed one, is refused', async () => {
    await add({ name: 'Fence one' }, { name: 'Fence two' })
    const first = await client.call('POST /search', { body: { mainInputValue: 'fence', limit: 1 } })
    const cursor = first.body.meta.nextCursor!
    const again = (body: object) =>
      client.call('POST /search', { body: { mainInputValue: 'fence', limit: 1, cursor, ...body } })
    expect((await again({})).status).toBe(200)
    expect((await again({ limit: 50 })).status).toBe(200)
    const fields = Buffer.from(cursor, 'base64url').toString().split('.').with(5, '2147483647')
    for (const body of [
      { cursor: Buffer.from(fields.join('.')).toString('base64url') },
      { mainInputValue: 'fences' },
      { sort: 'recent' },
      { content_type: 'Music' },
      { cursor: 'x' },
      { cursor: cursor.slice(1) },
    ]) {
      const answer = await again(body)
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input'])
      expect(answer.body.error?.fields).toEqual({ cursor: 'invalid' })
    }
    const elsewhere = await client.call('POST /filter', { body: { content_type: 'Music', cursor } })
    expect(elsewhere.status).toBe(400)
  })

  test('a deep list ends', async () => {
    await add(
      ...Array.from({ length: 300 }, (_, index) => ({ name: `Abyss ${index % 7}`, subscribers: index % 11 })),
    )
    expect(await namesOnAllPages(client, 'POST /search', { mainInputValue: 'abyss', limit: 7 })).toHaveLength(
      300,
    )
  })
})

test('search_sync refreshes a few and rebuilds for many', async () => {
  const { db, clock } = testApp.app
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    ...channelColumns({ name: `Bulk ${index}` }),
    source: `bulk-${index}`,
    fetched_at: clock.now(),
  }))
  const added = await db.insertInto('channel').values(rows).returning('id').execute()
  const oid = async () =>
    (await sql<{ oid: number }>`select 'search_entry'::regclass::oid as oid`.execute(db)).rows[0]!.oid
  const before = await oid()
  await sql`select search_sync(${added.slice(0, 10).map(({ id }) => id)})`.execute(db)
  expect(await oid()).toBe(before)
  await sql`select search_sync(${added.map(({ id }) => id)})`.execute(db)
  expect(await oid()).not.toBe(before)
  expect(await found('bulk 2999')).toContain('Bulk 2999')
})

/** Waits until a connection of this database waits for a lock. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.app.db)
    if (rows.length > 0) return
  }
}
