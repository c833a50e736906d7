import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChannels } from '#test/support/catalogue-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { readCatalogueSize } from './read-catalogue-size.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp[Symbol.asyncDispose]())

const size = (withDemo: boolean, countedMax?: number) =>
  readCatalogueSize({ ...testApp.app, withDemo }, countedMax)

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
