import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import { PIECE_BYTES } from '#shared/rules/imports.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, logInOperator, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { forgetImports } from './forget-imports.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let operator: TestClient
beforeAll(() => later(0))

/** Some days later, when the operator has to log in again. */
async function later(days: number): Promise<void> {
  world.clock.advance({ days })
  operator = await logInOperator(world, 'operator')
}

beforeEach(() => world.app.databases.pool.query('delete from import_run').then(() => undefined))

/** Uploads a file as the console does. @returns its number */
async function upload(content: string | Buffer, fileName = 'list.csv'): Promise<number> {
  const bytes = Buffer.from(content)
  let run: number | null = null
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES)
    run = await uploadPiece({
      run,
      fileName,
      size: bytes.length,
      offset,
      data: bytes.subarray(offset, offset + PIECE_BYTES).toString('base64'),
    })
  return run!
}

async function uploadPiece(body: BodyGiven<'POST /operator/imports/pieces'>): Promise<number> {
  const answer = await operator.call('POST /operator/imports/pieces', { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.run
}

const show = async (run: number) =>
  (await operator.call('GET /operator/imports/show', { query: { run } })).body.data.output

/** Starts a preview or an import, and waits for its end. */
async function start(kind: 'preview' | 'run', run: number, given: object = {}) {
  const answer = await operator.call(`POST /operator/imports/${kind}`, { body: { run, ...given } })
  expect(answer.status, answer.text).toBe(200)
  await expect
    .poll(async () => (await show(run)).state, { timeout: 120_000 })
    .not.toMatch(/^(?:previewing|running)$/)
  return show(run)
}

const lines = async (run: number, query: object = {}) =>
  (await operator.call('GET /operator/imports/lines', { query: { run, ...query } })).body.data.output

const refusalOf = ({ body }: { body: object }) => (body as { refusal?: string }).refusal

const BAD = `id,name,handle,subscribers,email,contact_source,contact_seen_at,Notes
UCaaaaaaaaaaaaaaaaaaaaaa,Alpha Bakes,@alpha,1000,alpha@shop.example,website,2026-02-01,x
UCbbbbbbbbbbbbbbbbbbbbbb,Beta Cooks,@beta,2000,beta@shop.example,,2026-02-01,
,,,3000,,,,
UCcccccccccccccccccccccc,=Gamma,@gamma,4000,,,,
,?????????,@delta,5000,,,,
`

describe('a file in the console', () => {
  it('is recognised, previewed line by line, imported, repaired, and undone', async () => {
    const run = await upload(BAD)
    const previewed = await start('preview', run)
    expect(previewed).toMatchObject({
      state: 'previewed',
      report: {
        isDryRun: true,
        source: 'list',
        created: 3,
        updated: 0,
        unchanged: 0,
        skipped: 2,
        columns: expect.arrayContaining([
          { field: 'name', column: 'name', filled: 60, example: 'Alpha Bakes' },
          { field: 'email', column: 'email', filled: 40, example: '[address]' },
        ]),
        unused: [{ column: 'Notes', filled: 20, example: 'x', couldBe: [] }],
      },
    })
    expect(await world.app.db.selectFrom('channel').select('id').execute()).toEqual([])
    const told = await lines(run)
    expect(told.rows.map(({ line, outcome, reason, name }) => [line, outcome, reason, name])).toEqual([
      [2, 'create', null, 'Alpha Bakes'],
      [3, 'create', 'contact without source', 'Beta Cooks'],
      [4, 'skipped', 'no name', null],
      [5, 'create', null, '=Gamma'],
      [6, 'skipped', 'mangled encoding', null],
    ])
    expect((await lines(run, { outcome: 'skipped', limit: 1 })).rows.map(({ line }) => line)).toEqual([4])
    const { next } = await lines(run, { outcome: 'skipped', limit: 1 })
    expect((await lines(run, { outcome: 'skipped', after: next })).rows.map(({ line }) => line)).toEqual([6])

    expect(await start('run', run)).toMatchObject({ state: 'done', report: { created: 3, skipped: 2 } })
    expect(await lines(run)).toEqual(told)
    const again = await operator.call('POST /operator/imports/run', { body: { run } })
    expect([again.status, refusalOf(again)]).toEqual([409, 'import_at_work'])

    const refused = await operator.send('GET', `/api/operator/imports/refused/${run}`)
    expect(refused.headers.get('content-disposition')).toContain('list-refused.csv')
    const rows = refused.text.trim().split(/\r?\n/)
    expect(rows).toHaveLength(4)
    const repaired = refused.text
      .replace('"beta@shop.example",""', '"beta@shop.example","website"')
      .replace('?????????', 'Delta Reads')
    const next2 = await upload(repaired, 'repaired.csv')
    await start('preview', next2, { source: 'list' })
    expect(await start('run', next2)).toMatchObject({
      report: { source: 'list', created: 1, updated: 1, skipped: 1, contacts: { added: 1 } },
    })

    const early = await undo(run)
    expect([early.status, refusalOf(early)]).toEqual([409, 'import_depended_on'])
    expect(early.text).toContain('1 in a later import')
    expect((await undo(next2)).body.data.output).toEqual({ deleted: 1, restored: 1 })
    const tried = await undo(run, { isDryRun: true })
    expect(tried.body.data.output).toEqual({ deleted: 3, restored: 0 })
    expect((await show(run)).state).toBe('done')
    expect((await undo(run)).body.data.output).toEqual({ deleted: 3, restored: 0 })
    expect((await show(run)).state).toBe('undone')
    for (const table of ['channel', 'contact', 'address', 'import_before', 'search_entry'] as const)
      expect(await world.app.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await auditOf(world.app)).map(({ verb, subject }) => [verb, subject])).toEqual([
      ['imports undo', String(run)],
      ['imports undo', String(next2)],
      ['imports run', String(next2)],
      ['imports run', String(run)],
    ])
    await expectSoundLedger(world.app)
  })

  it('has its columns named, and saved for other files of its kind', async () => {
    const text = 'Wer,Wie viele\nLena,12\n'
    const run = await upload(text)
    expect((await start('preview', run)).failure).toMatchObject({
      code: 'no_names',
      columns: 'Wer, Wie viele',
    })
    const map = 'name=Wer,subscribers=Wie viele'
    expect(await start('preview', run, { map })).toMatchObject({ report: { created: 1 } })
    const name = 'From Lena'
    await operator.call('POST /operator/imports/save-preset', { body: { name, map } })
    expect(await start('preview', await upload(text))).toMatchObject({
      report: { kind: name, source: name, created: 1 },
    })
    await operator.call('POST /operator/imports/forget-preset', { body: { name } })
    expect((await start('preview', run)).state).toBe('failed')
  })

  it('without names of columns shows no address of its first row', async () => {
    const run = await upload('lena@secret.example,12\nivan@secret.example,13\n')
    expect((await start('preview', run)).failure).toMatchObject({ code: 'no_names', columns: ', 12' })
    const named = await upload('name,subscribers,lena@secret.example,Team (@us)\nAlpha,1,x,y\n')
    const { report } = await start('preview', named)
    expect(report?.unused.map(({ column }) => column)).toEqual(['', 'Team (@us)'])
  })

  it('of any alphabet has its refused rows under its own name', async () => {
    const refusedOf = async (fileName: string) => {
      const run = await upload('id,name\nUCaaaaaaaaaaaaaaaaaaaaaa,\n', fileName)
      await start('preview', run)
      const { status, headers } = await operator.send('GET', `/api/operator/imports/refused/${run}`)
      return [status, headers.get('content-disposition')]
    }
    expect(await refusedOf("спи'сок.csv")).toEqual([
      200,
      `attachment; filename="___'___-refused.csv"; filename*=UTF-8''%D1%81%D0%BF%D0%B8%27%D1%81%D0%BE%D0%BA-refused.csv`,
    ])
    expect(await refusedOf('a"b.csv')).toEqual([
      200,
      `attachment; filename="a_b-refused.csv"; filename*=UTF-8''a%22b-refused.csv`,
    ])
    expect((await refusedOf(`${'д'.repeat(108)}.csv`))[0]).toBe(200)
    const body = { run: null, fileName: `${'д'.repeat(109)}.csv`, size: 1, offset: 0, data: 'eA==' }
    expect((await operator.call('POST /operator/imports/pieces', { body })).body.error?.fields).toEqual({
      fileName: 'too_long',
    })
  })

  it('stops when it is told to, and says when its process has died', async () => {
    const { pool } = world.app.databases
    const run = await upload(BAD)
    const other = await pool.connect()
    await other.query('begin; select pg_advisory_xact_lock(hashtext($$channelbook import$$))')
    await operator.call('POST /operator/imports/run', { body: { run } })
    await expect.poll(async () => (await show(run)).progress?.phase, { timeout: 20_000 }).toBe('waiting')
    expect((await operator.call('POST /operator/imports/stop', { body: { run } })).body.data.output).toEqual({
      isChanged: true,
    })
    await expect.poll(async () => (await show(run)).state, { timeout: 20_000 }).toBe('stopped')
    await other.query('rollback')
    other.release()
    await pool.query(
      `update import_run set state = 'running', started_at = now() - interval '1 minute' where id = $1`,
      [run],
    )
    expect(await show(run)).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } })
    expect(await start('run', run)).toMatchObject({ state: 'done' })
    await undo(run)
  })

  it('is deleted with what could be undone after a month', async () => {
    const run = await upload(BAD)
    await start('run', run)
    await later(31)
    await forgetImports(world.app)
    expect(refusalOf(await operator.call('GET /operator/imports/lines', { query: { run } }))).toBe(
      'import_not_here',
    )
    const late = await undo(run)
    expect(refusalOf(late)).toBe('import_forgotten')
    await world.app.databases.pool.query('delete from channel')
  })
})

const undo = (run: number, given: object = {}) =>
  operator.call('POST /operator/imports/undo', { body: { run, reason: 'a wrong file', ...given } })

describe('an import that something depends on is not undone', () => {
  const query = (text: string, values: unknown[] = []) => world.app.databases.pool.query(text, values)

  it.each([
    ['a sold contact', 'a', 'bought or in a list', reveal],
    ['an operator’s edit', 'b', 'edited, hidden or merged', edit],
    ['a creator’s word', 'c', 'confirmed by their creators', confirm],
  ])('%s', async (_, letter, said, happens) => {
    const platformId = `UC${letter.repeat(22)}`
    const run = await upload(
      `id,name,email,contact_source,contact_seen_at\n${platformId},${letter} Bakes,${letter}@shop.example,website,2026-03-01\n`,
    )
    expect(await start('run', run)).toMatchObject({ report: { created: 1, contacts: { added: 1 } } })
    world.clock.advance({ minutes: 1 })
    await happens(platformId)
    const answer = await undo(run)
    expect([answer.status, refusalOf(answer)]).toEqual([409, 'import_depended_on'])
    expect(answer.text).toContain(`1 ${said}`)
    await query('delete from import_before')
    await expectSoundLedger(world.app)
  })

  async function reveal(channelId: string) {
    const buyer = await logIn(world, await makePerson(world.app, { uses: 1 }))
    const answer = await buyer.call('POST /getemail', { body: { channelId } })
    expect(answer.status, answer.text).toBe(200)
  }

  async function edit(channel: string) {
    const body = { channel, country: 'DE', reason: 'it says so' }
    expect((await operator.call('POST /operator/channels/edit', { body })).status).toBe(200)
  }

  async function confirm() {
    await query('update address set confirmed_at = $1 where address = $2', [
      world.clock.now(),
      'c@shop.example',
    ])
  }

  it('a contact that a buyer was given in place of one that failed', async () => {
    const channel = await makeChannel(world.app, { platformId: `UC${'r'.repeat(22)}` })
    const buyer = await logIn(world, await makePerson(world.app, { uses: 1 }))
    await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
    const day = world.clock.now().toISOString().slice(0, 10)
    const run = await upload(
      `id,name,email,contact_source,contact_seen_at\n${channel.channelId},R,other@shop.example,website,${day}\n`,
    )
    expect(await start('run', run)).toMatchObject({ report: { contacts: { added: 1 } } })
    const { body } = await buyer.call('GET /purchases', { query: { channelId: channel.channelId } })
    const reported = await buyer.call('POST /purchases/{transactionId}/report', {
      params: { transactionId: body.data[0]!.transaction_id },
      body: { kind: 'bounced', evidence: bounceOf(channel.addresses[0]!) },
    })
    expect(reported.body.data).toMatchObject({ state: 'replaced' })
    const answer = await undo(run)
    expect([answer.status, refusalOf(answer)]).toEqual([409, 'import_depended_on'])
    expect(answer.text).toContain('1 bought or in a list')
    const again = await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(again.body.data).toMatchObject({ email: 'other@shop.example' })
    await query('delete from import_before')
    await expectSoundLedger(world.app)
  })

  it('what its platform told since stays, the rest is as before', async () => {
    const { id } = await makeChannel(world.app, {
      name: 'Known',
      platformId: `UC${'k'.repeat(22)}`,
      contacts: 0,
    })
    await later(3)
    const day = world.clock.now().toISOString().slice(0, 10)
    const run = await upload(`id,name,country,subscribers,fetched_at\nUC${'k'.repeat(22)},New,FI,77,${day}\n`)
    expect(await start('run', run)).toMatchObject({ report: { updated: 1 } })
    await query(`update channel set subscribers = 78, name = 'Told', refreshed_at = $2 where id = $1`, [
      id,
      world.clock.now(),
    ])
    expect((await undo(run)).body.data.output).toEqual({ deleted: 0, restored: 1 })
    const { rows } = await query('select name, country, subscribers from channel where id = $1', [id])
    expect(rows).toEqual([{ name: 'Told', country: null, subscribers: 78 }])
  })
})

describe('a hostile file', () => {
  const HEAD = 'id,name,subscribers\n'
  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004 workbook'), 'archive'],
    ['a web page', '<!doctype html><html><body>1</body></html>', 'markup'],
    ['a program', Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'), 'not_text'],
    ['half an archive', gzipSync(`${HEAD}1,A,1\n`.repeat(5_000)).subarray(0, -9), 'damaged'],
    ['nothing but spaces', ' \n \n', 'empty'],
    ['videos', 'video_id,title,likes\nabc,A,1\n', 'videos'],
  ])('is refused: %s', async (_, content, code) => {
    const run = await upload(content)
    expect(await start('run', run)).toMatchObject({ state: 'failed', failure: { code } })
  })

  it('of a packed line of a gigabyte costs little memory, and its row alone', async () => {
    const part = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'))
    const [head, tail] = [`${HEAD},Before,1\n`, '\n,After,2\n'].map((text) => gzipSync(text))
    const bomb = Buffer.concat([head!, ...Array<Buffer>(16).fill(part), tail!])
    const before = process.memoryUsage().rss
    const run = await upload(bomb, 'bomb.csv.gz')
    const { state, report } = await start('preview', run)
    expect([state, report?.created, report?.reasons]).toEqual([
      'previewed',
      2,
      [{ reason: 'row too long', count: 1 }],
    ])
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  }, 180_000)

  it.each(['../../etc/passwd', '..', 'a\\b.csv', 'a\0b'])('cannot be named %j', async (fileName) => {
    const body = { run: null, fileName, size: 1, offset: 0, data: 'eA==' }
    expect((await operator.call('POST /operator/imports/pieces', { body })).status).toBe(400)
  })

  it('cannot be larger than it says, have holes, or go on when it is whole', async () => {
    const piece = (given: object) =>
      operator.call('POST /operator/imports/pieces', {
        body: { run: null, fileName: 'a.csv', size: 4, offset: 0, data: 'bmE=', ...given },
      })
    expect((await piece({ size: 1 })).status).toBe(400)
    const { run } = (await piece({})).body.data
    expect((await piece({ run, offset: 3, data: 'eA==' })).status).toBe(409)
    expect((await piece({ run, offset: 2, data: 'bWU=' })).body.data).toEqual({ run, received: 4 })
    expect((await piece({ run, offset: 2, data: 'bWU=' })).status).toBe(409)
    expect((await piece({ run: 999_999, offset: 2 })).status).toBe(404)
  })
})
