import type { TestClient } from '#test/support/test-client.ts'
import type { DataOf } from '#shared/api/contract.ts'

/** A channel as a search shows it. */
export type Channel = DataOf<'POST /filter'>[number]

/** Popular channels of the demo catalogue in one language with a known contact, most subscribers first. */
export async function popularChannels(
  client: TestClient,
  language: string,
): Promise<readonly [Channel, ...Channel[]]> {
  const answer = await client.call('POST /filter', {
    body: {
      ageGroup: null,
      minSubs: null,
      maxSubs: null,
      content_type: null,
      language,
      hasContact: true,
      sort: 'subscribers',
      limit: 50,
    },
  })
  if (answer.status !== 200) throw new Error(`No channels: ${answer.text}`)
  const [first, ...others] = answer.body.data
  if (first === undefined) throw new Error(`The demo catalogue has no channel in ${language}`)
  return [first, ...others]
}
