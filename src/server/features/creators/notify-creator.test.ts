import { afterAll, describe, expect, it } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import {
  asBuyer,
  giveAddress,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { allMailsTo } from '#test/support/sign-up.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({
  env: {
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://localhost:3000',
    SELLER_NAME: 'Address Books Ltd',
    SUPPORT_EMAIL: 'help@books.example',
    CONTACT_SOLD_MONTHS: '6',
    CONTACT_KEPT_MONTHS: '9',
  },
})
afterAll(() => expectSoundLedger(world.app))

/** Gives a channel's first contact another address, of an email that nobody else gets. */
async function withAddress(channel: TestChannel, address: string): Promise<void> {
  await giveAddress(world.app.db, channel, address)
}

async function buy(channel: TestChannel) {
  const person = await makePerson(world.app, { uses: 1 })
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
  return person
}

/** The notices that came to an address once the queue is empty. */
async function notices(address: string, apps: readonly TestApp[] = [world]) {
  const waiting = () =>
    world.app.databases.pool
      .query(`select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`)
      .then(({ rowCount }) => rowCount)
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  return (await Promise.all(apps.map((app) => allMailsTo(app, address)))).flat()
}

describe('the notice to a creator', () => {
  it('comes once, however many buyers open channels with the address at the same moment at two servers', async () => {
    await using other = await createTestApp({
      databaseUrl: world.databaseUrl,
      clock: world.clock,
      env: { RATE_LIMITS: 'off' },
    })
    const address = 'once@creator.example'
    const channels = await makeChannels(world.app, 2)
    for (const channel of channels) await withAddress(channel, address)
    const buyers = await Promise.all(
      Array.from({ length: 100 }, async (_, place) =>
        logIn(place % 2 === 0 ? world : other, await makePerson(world.app, { uses: 1 })),
      ),
    )
    // A crowded server refuses some as unavailable, who then ask again.
    const open = async (buyer: TestClient, channelId: string): Promise<string | undefined> => {
      const { body } = await buyer.call('POST /getemail', { body: { channelId } })
      return body.error?.code === 'unavailable' ? open(buyer, channelId) : body.error?.code
    }
    const refused = await Promise.all(
      buyers.map((buyer, place) => open(buyer, channels[place % 3 === 0 ? 0 : 1]!.channelId)),
    )
    expect(refused.filter((code) => code !== undefined)).toEqual([])
    expect(await notices(address, [world, other])).toHaveLength(1)
  })

  it('says what is kept, where it was found and by whom it is kept, but never who asked for it', async () => {
    const channel = await makeChannel(world.app, { name: 'Slow Kitchen' })
    const buyer = await buy(channel)
    const [message] = await notices(channel.addresses[0]!)
    expect(message?.subject).toBe('Your address is listed in Channelbook')
    for (const told of [
      'Channel: Slow Kitchen',
      'Where we found it: website, videos.example',
      'Last seen there: 10 March 2026',
      'Who is responsible: Address Books Ltd',
      'Write to us: help@books.example',
      'we stop selling it 6 months after it was last seen, and delete it after 9.',
      'What we keep and why:\nhttp://localhost:3000/purpose',
    ])
      expect(message?.text).toContain(told)
    expect(message?.text).toMatch(/^http:\/\/localhost:3000\/creator\?token=[\w-]{43}$/m)
    for (const part of [message?.text, message?.html]) {
      expect(part).not.toContain(buyer.email)
      expect(part).not.toContain('Anna')
    }
  })

  it.each([
    { language: 'ru', country: null, subject: 'Ваш адрес есть в\u00a0Channelbook' },
    { language: null, country: 'RU', subject: 'Ваш адрес есть в\u00a0Channelbook' },
    { language: 'de', country: 'RU', subject: 'Your address is listed in Channelbook' },
    { language: null, country: null, subject: 'Your address is listed in Channelbook' },
  ])('is in the channel’s language: $language, $country', async ({ subject, ...facts }) => {
    const channel = await makeChannel(world.app)
    await world.app.db.updateTable('channel').set(facts).where('id', '=', channel.id).execute()
    await buy(channel)
    const [message, ...others] = await notices(channel.addresses[0]!)
    expect([message?.subject, others]).toEqual([subject, []])
    const isRussian = subject.startsWith('Ваш')
    expect(message?.text).toContain(`http://localhost:3000${isRussian ? '/ru' : ''}/purpose`)
    if (isRussian) expect(message?.text).toContain('через 9\u00a0месяцев удалим')
  })

  it('does not come again when the contact is shown again, is gone and comes back, or another channel has it', async () => {
    const address = 'again@creator.example'
    const [first, second] = (await makeChannels(world.app, 2)) as [TestChannel, TestChannel]
    await withAddress(first, address)
    await withAddress(second, address)
    const buyer = await buy(first)
    await revealContact(world.app, { ...asBuyer(buyer.id), channelId: first.channelId })
    await buy(second)
    await world.app.db.deleteFrom('contact').where('address', '=', address).execute()
    const third = await makeChannel(world.app)
    await withAddress(third, address)
    await buy(third)
    expect(await notices(address)).toHaveLength(1)
  })

  it('is neither noted nor sent when the reveal does not come about', async () => {
    const channel = await makeChannel(world.app)
    const poor = await makePerson(world.app)
    await expect(
      revealContact(world.app, { ...asBuyer(poor.id), channelId: channel.channelId }),
    ).rejects.toThrow('no_uses')
    const person = await makePerson(world.app, { uses: 1 })
    const faults = (point: string) =>
      point === 'reveal.noticed' ? Promise.reject(new Error('died')) : Promise.resolve()
    await expect(
      revealContact({ ...world.app, faults }, { ...asBuyer(person.id), channelId: channel.channelId }),
    ).rejects.toThrow('died')
    expect(await notices(channel.addresses[0]!)).toEqual([])
    await revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
    expect(await notices(channel.addresses[0]!)).toHaveLength(1)
  })

  it('is off when the operator informs creators otherwise, and made up for when it is turned on', async () => {
    const channel = await makeChannel(world.app)
    const config = { ...world.app.config, creatorNotice: 'off' as const }
    const person = await makePerson(world.app, { uses: 1 })
    await revealContact({ ...world.app, config }, { ...asBuyer(person.id), channelId: channel.channelId })
    expect(await notices(channel.addresses[0]!)).toEqual([])
    await buy(channel)
    expect(await notices(channel.addresses[0]!)).toHaveLength(1)
  })
})
