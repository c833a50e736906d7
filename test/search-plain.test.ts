import { expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { searchChannels } from '#server/features/search/search-channels.ts'
import { addChannels, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { foundByText } from '#test/support/plain-search.ts'
import { useTestApp } from '#test/support/test-app.ts'

const testApp = useTestApp()

// Words that differ by a slip, by more than one, and words that begin others; few enough for all similar ones to be looked up.
const WORDS =
  'cat cats act coat catalog tca music musik muisc tv t Лес лесу Слe 音楽 音 24 25 🔥 BigCat'.split(' ')
const TYPED = [...WORDS, 'catz', 'bigcats', 'musi', 'mus', 'ca', 'л', 'лса', 'qqq']
const text = (words: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength }).map((list) => list.join(' '))

const channel: fc.Arbitrary<SearchedChannel> = fc.record({
  name: text(WORDS, 4),
  subscribers: fc.constantFrom(null, 0, 9, 10, 999, 25_000, 20_000_000),
  isGone: fc.constantFrom(false, false, false, true),
})

test('the search and a plain reading of the rules agree, with typing errors too', async () => {
  const { app } = testApp
  await fc.assert(
    fc.asyncProperty(
      fc.array(channel, { minLength: 1, maxLength: 40, size: 'max' }),
      fc.array(text(TYPED, 3), { minLength: 20, maxLength: 20 }),
      async (channels, texts) => {
        await app.db.deleteFrom('channel').execute()
        const ids = await addChannels(app, channels)
        const world = new Map(ids.map((id, at) => [id, channels[at]!]))
        for (const typed of texts)
          expect(await found(typed), typed).toEqual(foundByText(world, typed).slice(0, 20))
      },
    ),
    { numRuns: runs(120) },
  )
})

async function found(mainInputValue: string): Promise<number[]> {
  const body = contract['POST /search'].body.parse({ mainInputValue })
  const { data } = await searchChannels(testApp.app, body)
  return data.read().map(({ channelId }) => Number(channelId))
}
