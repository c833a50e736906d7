import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addChannels } from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { countCountries } from './count-countries.ts'
import { readCatalogueSize } from './read-catalogue-size.ts'

const testApp = useTestApp()

const size = (withDemo: boolean, countedMax?: number) =>
  readCatalogueSize({ ...testApp.app, demo: withDemo ? { buyer: null } : null }, countedMax)

test('the size of the catalogue counts what the search shows, and a large one by a sample', async () => {
  expect(await size(true)).toEqual({ channels: 0, contacts: 0 })
  await addChannels(testApp.app, [
    { name: 'One', hasContact: true, shuffleKey: 0 },
    { name: 'Two', shuffleKey: 1 },
    { name: 'Three', hasContact: true, shuffleKey: 2 ** 31 - 1 },
    { name: 'Demo', hasContact: true, isDemo: true, shuffleKey: 2 },
    { name: 'Gone', hasContact: true, isGone: true, shuffleKey: 3 },
  ])
  expect(await size(true)).toEqual({ channels: 4, contacts: 3 })
  expect(await size(false)).toEqual({ channels: 3, contacts: 2 })
  await sql`analyze search_entry`.execute(testApp.app.db)
  expect(await size(false, 3)).toEqual({ channels: 128, contacts: 64 })
})

test('the channels and contacts of each country are counted once an hour', async () => {
  const { clock } = testApp
  await addChannels(testApp.app, [
    { name: 'Eins', hasContact: true, country: 'DE' },
    { name: 'Zwei', country: 'DE' },
    { name: 'Раз', hasContact: true, country: 'RU' },
    { name: 'Gone', country: 'FR', isGone: true },
    { name: 'Of no country' },
  ])
  const counts = [
    { country: 'DE', channels: 2, contacts: 1 },
    { country: 'RU', channels: 1, contacts: 1 },
  ]
  const { body } = await testApp.client().call('GET /countries')
  expect(body.data).toEqual(counts)
  await addChannels(testApp.app, [
    { name: 'Два', country: 'RU' },
    { name: 'Три', country: 'RU' },
  ])
  expect(await countCountries(testApp.app)).toEqual(counts)
  clock.advance({ seconds: 3_600 })
  expect((await countCountries(testApp.app))[0]).toEqual({ country: 'RU', channels: 3, contacts: 1 })
})
