import type { TestClient } from '#test/support/test-client.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { daysInactive, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'

/** A channel as a search shows it. */
export type Channel = DataOf<'POST /filter'>[number]

/** Channels of the demo catalogue in one language with a known contact, most subscribers first. */
async function channelsOf(
  client: TestClient,
  language: string,
  hideSilentDays: 30 | null,
): Promise<readonly Channel[]> {
  const answer = await client.call('POST /filter', {
    body: {
      ageGroup: null,
      minSubs: null,
      maxSubs: null,
      content_type: null,
      language,
      hasContact: true,
      hideSilentDays,
      sort: 'subscribers',
      limit: 50,
    },
  })
  if (answer.status !== 200) throw new Error(`No channels: ${answer.text}`)
  return answer.body.data
}

/** Popular channels without the inactive ones, about which a person is asked before a use is spent. */
export async function popularChannels(
  client: TestClient,
  language: string,
): Promise<readonly [Channel, ...Channel[]]> {
  const [first, ...others] = await channelsOf(client, language, 30)
  if (first === undefined) throw new Error(`The demo catalogue has no channel in ${language}`)
  return [first, ...others]
}

/** The most popular channel that is long inactive. */
export async function inactiveChannel(client: TestClient, language: string): Promise<Channel> {
  const channels = await channelsOf(client, language, null)
  const inactive = channels.find((channel) => inactivityOf(channel) >= LONG_INACTIVE_DAYS)
  if (inactive === undefined) throw new Error('No popular channel of the demo catalogue is inactive')
  return inactive
}

/** For how many days a channel has been inactive; 0 when it is active. */
export function inactivityOf({ lastUploadAt, uploadsCheckedAt }: Channel): number {
  if (lastUploadAt === null || uploadsCheckedAt === null) return 0
  return daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt), new Date()) ?? 0
}
