import type { App } from '#server/app.ts'
import { logIn, makeChannel, makePerson, type TestChannel, type TestPerson } from '#test/support/factories.ts'
import { videosOf } from '#test/support/platform-world.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

/** A person who bought the contact of a channel whose videos the platform knows. */
export interface Follower {
  readonly person: TestPerson
  readonly client: TestClient
  readonly channel: TestChannel
}

export async function makeFollower(testApp: TestApp, given?: TestChannel): Promise<Follower> {
  const person = await makePerson(testApp.app, { uses: 3 })
  const client = await logIn(testApp, person)
  const channel = given ?? (await makeChannel(testApp.app))
  await buy(client, channel)
  return { person, client, channel }
}

export async function buy(client: TestClient, { channelId }: TestChannel): Promise<void> {
  const { status } = await client.call('POST /getemail', { body: { channelId } })
  if (status !== 200) throw new Error(`The channel could not be bought: ${status}`)
}

export function lookUp({ client, channel }: Pick<Follower, 'client' | 'channel'>, videoName: string) {
  return client.call('POST /video', {
    body: { channel_name: channel.name, channelId: channel.channelId, videoName },
  })
}

/** Ids and titles of a channel's videos as the platform lists them, newest first; not counted in any person's quota. */
export async function uploadsOf(app: App, { channelId }: TestChannel) {
  const { videos: listed } = await videosOf(app).uploads(`UU${channelId.slice(2)}`, null, 'job')
  return listed
}

/** Looks up a number of videos of the channel, and thereby follows them. */
export async function follow(testApp: TestApp, follower: Follower, count: number): Promise<string[]> {
  const ids = (await uploadsOf(testApp.app, follower.channel)).slice(0, count).map(({ videoId }) => videoId)
  for (const id of ids) {
    const { status } = await lookUp(follower, id)
    if (status !== 200) throw new Error(`A video could not be followed: ${status}`)
  }
  return ids
}
