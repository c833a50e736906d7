import { Agent, request } from 'node:http'
import { expect } from 'vitest'
import { withClient } from '#server/db/connect.ts'
import { type ReleaseProcess, runCommand } from '#test/support/release-process.ts'
import { signUp } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'

/** Concurrent callers; each makes one call after another. */
const CALLERS = 8
const JSON_TYPE = { 'content-type': 'application/json' }
const GRANTED = 1_000_000

/** Calls through a proxy by what people do: search, look at their account, open contacts. */
export interface RollingLoad {
  /** What was not answered with 200, and by which server. */
  readonly failures: readonly string[]
  readonly count: () => number
  /** Resolves at the next answer by a server, as the proxy names it. */
  readonly answers: (by: string) => Promise<void>
  /** Goes on until the number of calls is reached, then stops; fails unless each contact that was answered is bought once. */
  readonly finish: (least: number) => Promise<void>
}

/** What is there before the load: people with uses, and the channels whose contacts they can buy. */
interface Market {
  readonly databaseUrl: string
  readonly members: readonly TestClient[]
  readonly channels: readonly string[]
}

/**
 * Signs people up at the only server of a database; of several, any would send the emails.
 * @param server it has a catalogue
 */
export async function openMarket(server: ReleaseProcess, databaseUrl: string): Promise<Market> {
  const members: TestClient[] = []
  for (const name of ['anna', 'boris']) {
    const email = `${name}@buyer.example`
    const member = new TestClient({ baseUrl: server.baseUrl, clientKey: 'channelbook-web' })
    await signUp(server, member, email)
    members.push(member)
    await runCommand(databaseUrl, ['users', 'grant', email, '--uses', String(GRANTED), '--reason', 'a test'])
  }
  return { databaseUrl, members, channels: await listChannels(databaseUrl) }
}

/** @param url the proxy */
export function startLoad(url: string, { databaseUrl, members, channels }: Market): RollingLoad {
  const failures: string[] = []
  const bought = new Set<string>()
  let waiting: { readonly by: string; readonly resolve: () => void } | null = null
  let count = 0
  let least = Number.POSITIVE_INFINITY
  const call = caller(url, ({ status, by }) => {
    if (status !== 200) failures.push(`${status} from ${by}`)
    else if (waiting?.by === by) waiting.resolve()
  })
  const callers = Array.from({ length: CALLERS }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const which = Math.floor(number / 4) % members.length
    const member = members[which]!
    for (let turn = 0; count < least; turn += 1) {
      count += 1
      const channelId = channels[turn % channels.length]!
      const step = {
        search: () => call(agent, 'POST', '/search', { body: { mainInputValue: 'music' } }),
        config: () => call(agent, 'GET', '/config'),
        account: () => call(agent, 'GET', '/cookie', { headers: member.headers() }),
        reveal: () => call(agent, 'POST', '/getemail', { headers: member.headers(), body: { channelId } }),
      }
      const kind = (['search', 'config', 'account', 'reveal'] as const)[number % 4]!
      const status = await step[kind]().catch(
        (error: unknown) => void failures.push(`${kind}: ${String(error)}`),
      )
      if (kind === 'reveal' && status === 200) bought.add(`${which} ${channelId}`)
    }
    agent.destroy()
  })
  return {
    failures,
    count: () => count,
    answers: (by) => new Promise<void>((resolve) => (waiting = { by, resolve })),
    async finish(wanted) {
      least = wanted
      await Promise.all(callers)
      const reveals = await withClient(databaseUrl, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::integer as count from reveal',
        )
        return rows[0]?.count
      })
      expect(bought.size).toBeGreaterThan(0)
      if (failures.length === 0) expect(reveals).toBe(bought.size)
    },
  }
}

function caller(url: string, onAnswer: (answer: { readonly status: number; readonly by: string }) => void) {
  return (
    agent: Agent,
    method: string,
    path: string,
    { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: object } = {},
  ) =>
    new Promise<number>((resolve, reject) => {
      const asked = request(
        `${url}/api${path}`,
        { agent, method, headers: { 'x-api-key': 'channelbook-web', ...JSON_TYPE, ...headers } },
        (answer) => {
          answer.resume()
          answer.once('error', reject)
          answer.once('end', () => {
            const status = answer.statusCode ?? 0
            onAnswer({ status, by: String(answer.headers['x-answered-by']) })
            resolve(status)
          })
        },
      )
      asked.once('error', reject)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

/** The channels whose contact can be bought, as calls name them. */
async function listChannels(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select coalesce(platform_id, id::text) as id from channel
        where exists (select from contact where channel_id = channel.id) order by channel.id`,
    )
    return rows.map(({ id }) => id)
  })
}
