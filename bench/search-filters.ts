import type { App } from '#server/app.ts'
import { filterChannels, searchChannels } from '#server/features/search/search-channels.ts'
import { contract } from '#shared/api/contract.ts'
import {
  INACTIVE_DAYS,
  OFFERED_AUDIENCES,
  OFFERED_CONTENT_TYPES,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { percentiles, print } from './print-figures.ts'

type Filters = Readonly<Record<string, unknown>>

/** The search panel's filters: one block, or several of the three kinds, and those that only the API offers. */
function panels(): Filters[] {
  const types = OFFERED_CONTENT_TYPES.map((content_type) => ({ content_type }))
  const audiences = OFFERED_AUDIENCES.map((ageGroup) => ({ ageGroup }))
  const ranges = SUBSCRIBER_RANGES.map(({ min, max }) => ({ minSubs: min, maxSubs: max }))
  const all: Filters[] = [...types, ...audiences, ...ranges]
  for (const [at, type] of types.entries()) {
    const audience = audiences[at % audiences.length]
    const range = ranges[at % ranges.length]
    all.push(
      { ...type, ...audience },
      { ...type, ...range },
      { ...audience, ...range },
      { ...type, ...audience, ...range },
      { ...type, country: ['RU', 'US', 'IN', 'KZ'][at % 4], hasContact: true },
      { content_type: [type.content_type, 'Music'], ageGroup: ['Kids', 'Adults'], language: 'ru' },
      { ...type, minSubs: 1_500 * (at + 1), maxSubs: 7_000 * (at + 1) },
      { ...type, hideSilentDays: INACTIVE_DAYS[at % INACTIVE_DAYS.length] },
      { ...audience, ...range, country: 'RU', hideSilentDays: 30 },
    )
  }
  all.push(...INACTIVE_DAYS.map((hideSilentDays) => ({ hideSilentDays })))
  return all
}

/** Measures filters on one connection, as the server queries them. */
export async function measureFilters(app: App): Promise<void> {
  const given = panels()
  print(`filters, ${given.length} choices on one connection:`)
  const first = (body: Filters) => filterChannels(app, contract['POST /filter'].body.parse(body))

  async function timed(name: string, ask: (body: Filters, at: number) => Promise<unknown>): Promise<void> {
    for (const [at, body] of given.entries()) await ask(body, at)
    const times: number[] = []
    for (const [at, body] of given.entries()) {
      const start = performance.now()
      await ask(body, at)
      times.push(performance.now() - start)
    }
    print(`  ${name.padEnd(34)} ${percentiles(times)}`)
  }

  await timed('by subscribers, page 1 and total', first)
  await timed('by the last upload, page 1 and total', (body) => first({ ...body, sort: 'recent' }))
  await timed('shuffled, page 1 and total', (body, seed) => first({ ...body, sort: 'shuffle', seed }))
  for (const sort of ['subscribers', 'shuffle']) {
    const deep: Filters[] = []
    for (const body of given) {
      let { meta } = await first({ ...body, sort, limit: 50 })
      for (let page = 2; page <= 20 && meta.nextCursor !== null; page += 1)
        meta = (await first({ ...body, sort, limit: 50, cursor: meta.nextCursor })).meta
      deep.push({ ...body, sort, limit: 50, cursor: meta.nextCursor })
    }
    await timed(`${sort}, behind 1,000 results`, (_, at) => first(deep[at] ?? {}))
  }
  const text = (mainInputValue: string, sort: string) => (body: Filters) =>
    searchChannels(app, contract['POST /search'].body.parse({ ...body, mainInputValue, sort }))
  await timed('with the text "music"', text('music', 'relevance'))
  await timed('with the text "musik", by subscribers', text('musik', 'subscribers'))
  await timed('with the text "official", recent', text('official', 'recent'))
}
