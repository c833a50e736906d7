import { expect, test } from 'vitest'
import { wordKey } from '#shared/rules/title-words.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { addTitledChannels, settleTopics } from '#test/support/topics-world.ts'
import { sampleWords } from './recent.sql.ts'

const testApp = useTestApp()

const counted = async () =>
  new Map(
    (await testApp.app.db.selectFrom('topic_word').selectAll().execute()).map((row) => [
      row.key,
      row.channels,
    ]),
  )

test('counts how many channels of a sample use a word, and forgets words that no sample has any more', async () => {
  const { app } = testApp
  await settleTopics(app)
  expect(await counted()).toEqual(new Map())
  const titled = (count: number, title: string) =>
    Array.from({ length: count }, () => ({ name: 'One', titles: [title] }))
  const ids = await addTitledChannels(app, [
    ...titled(3, 'volcano'),
    ...titled(2, 'volcano accordion'),
    ...titled(1, 'sourdough'),
  ])
  await settleTopics(app)
  expect((await counted()).get(0)).toBe(6)
  expect((await counted()).get(wordKey('volcano'))).toBe(5)
  expect((await counted()).get(wordKey('sourdough'))).toBeUndefined()

  await app.db.deleteFrom('channel').where('id', 'in', ids.slice(0, 4)).execute()
  await settleTopics(app)
  expect((await counted()).get(0)).toBe(2)
  expect((await counted()).get(wordKey('volcano'))).toBeUndefined()
})

test('reads no more channels than the sample has', async () => {
  const { app } = testApp
  await addTitledChannels(
    app,
    Array.from({ length: 50 }, () => ({ name: 'One', titles: ['glacier'] })),
  )
  await sampleWords(app.db, 10)
  expect((await counted()).get(0)).toBeLessThanOrEqual(10)
})
