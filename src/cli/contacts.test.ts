import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { waitForOtherImports } from '#server/features/catalogue/import-lock.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'
import { type CommandLine, openCommandLine } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()
let cli: CommandLine
beforeAll(async () => {
  cli = await openCommandLine(world)
})
afterAll(() => cli[Symbol.asyncDispose]())

it('withholds an address after showing what that takes away', async () => {
  const { addresses, channelId } = await makeChannel(world.app)
  const { id: personId } = await makePerson(world.app, { uses: 1 })
  await revealContact(world.app, { ...asBuyer(personId), channelId })
  const suppress = (...more: readonly string[]) =>
    cli.run('contacts', 'suppress', addresses[0]!.toUpperCase(), '--reason', 'an email', '--yes', ...more)
  const contacts = () => world.app.db.selectFrom('known_contact').select('suppressed_at').execute()
  expect(await suppress('--dry-run')).toEqual({
    code: 0,
    out: 'The address would be removed for everyone, and no later import can add it again.\n1 channel had it, 1 of them no other; 1 purchase of 1 person would show no address any more.\n0 uses of the last 30 days would be returned to buyers.\n',
    err: '',
  })
  expect(await contacts()).toEqual([{ suppressed_at: null }])
  const { out } = await suppress()
  expect(out).toContain('The address is removed')
  expect(out).toContain('1 purchase of 1 person shows no address any more.\n')
  expect(await contacts()).toEqual([{ suppressed_at: expect.any(Date) }])
  expect((await suppress()).out).toBe('The address is already removed.\n')
  const wrong = await cli.run('contacts', 'suppress', 'no address', '--reason', 'x')
  expect(wrong).toMatchObject({ code: 1, out: '' })
})

it('takes an address off sale and sells it again, after showing where', async () => {
  const { id, addresses } = await makeChannel(world.app)
  const withhold = (...more: readonly string[]) =>
    cli.run('contacts', 'withhold', addresses[0]!.toUpperCase(), '--reason', 'no mailbox', ...more)
  expect((await withhold('--dry-run')).out).toBe('The address would go off sale at 1 channel.\n')
  expect((await withhold()).out).toBe('The address is off sale at 1 channel.\n')
  const restore = (...more: readonly string[]) =>
    cli.run('contacts', 'restore', addresses[0]!.toUpperCase(), '--reason', 'two who lied', ...more)
  const isFree = async () =>
    (
      await world.app.db.selectFrom('known_contact').select('is_sold').where('channel_id', '=', id).execute()
    )[0]!.is_sold
  expect((await restore('--dry-run')).out).toBe('Bounces are noted at 1 channel; on sale again: 1 contact.\n')
  expect(await isFree()).toBe(false)
  expect((await restore()).out).toBe('Bounces were forgotten at 1 channel; on sale again: 1 contact.\n')
  expect(await isFree()).toBe(true)
  expect((await restore()).out).toBe('No bounce of this address is noted.\n')
})

it('shows where contacts come from, switches a source off and on, and forgets by age', async () => {
  const { id } = await makeChannel(world.app)
  await world.app.db
    .updateTable('contact')
    .set({ source_url: 'https://Old-List.example/page', last_seen_at: new Date('2020-01-01') })
    .where('channel_id', '=', id)
    .execute()
  expect((await cli.run('contacts', 'sources', '--dry-run')).err).toMatch(/^Give one of --off and --on/)
  const sources = await cli.run('contacts', 'sources')
  expect(sources.out).toMatch(/^source +contacts +on sale +reveals +bounced +objections\n/)
  expect(sources.out).toMatch(/^old-list\.example +1 +1 +0 +- +0$/m)
  const off = (...more: readonly string[]) =>
    cli.run('contacts', 'sources', '--off', 'Old-List.example', ...more)
  expect(await off()).toMatchObject({ code: 1, out: '' })
  expect((await off('--reason', 'bounces', '--dry-run')).out).toBe(
    'The source would be switched off.\n1 contact would go off sale; 1 channel left without another.\n',
  )
  const unknown = await cli.run('contacts', 'sources', '--off', 'list.example', '--reason', 'bounces')
  expect(unknown).toEqual({
    code: 1,
    out: '',
    err: 'No contact has the source list.example. Perhaps you mean old-list.example.\n',
  })
  const forget = (...more: readonly string[]) => cli.run('contacts', 'forget', '--yes', ...more)
  expect(await forget()).toMatchObject({ code: 1, out: '' })
  // So old that the run after the switch deletes it.
  expect((await forget('--reason', 'a test', '--dry-run')).out).toBe(
    '0 contacts would go off sale, 0 contacts would come back on sale, 1 contact would be deleted.\n',
  )
  expect((await off('--reason', 'bounces')).out).toBe(
    'The source is switched off.\n1 contact went off sale; 1 channel left without another.\n',
  )
  expect((await off('--reason', 'bounces')).out).toBe('The source is off already.\n')
  expect((await forget('--reason', 'a test')).out).toBe(
    '0 contacts went off sale, 0 contacts came back on sale, 0 contacts were deleted.\n',
  )
  const on = await cli.run('contacts', 'sources', '--on', 'old-list.example', '--reason', 'mended')
  expect(on.out).toContain('The source is switched on.\n')
})

it('says that an import is being written only when one is', async () => {
  const { id } = await makeChannel(world.app)
  await world.app.db
    .updateTable('contact')
    .set({ last_seen_at: new Date('2020-01-01') })
    .where('channel_id', '=', id)
    .execute()
  const forget = () => cli.run('contacts', 'forget', '--reason', 'a test', '--yes')
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await waitForOtherImports(importing)
  expect((await forget()).err).toMatch(/^An import is being written, or a contact is just being sold\. /)
  await importing.query('rollback')
  importing.release()
  await sql`alter table retired_contact add constraint broken check (contact_id < 0) not valid`.execute(
    world.app.db,
  )
  const failed = await forget()
  await sql`alter table retired_contact drop constraint broken`.execute(world.app.db)
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringContaining('violates check constraint "broken"'),
  ])
})
