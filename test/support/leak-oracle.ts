import { sql } from 'kysely'
import { sha256 } from '#server/config/secret.ts'
import { isDatabaseAway, openDatabase, openPool } from '#server/db/connect.ts'
import type { AnswerWatcher } from '#test/support/test-client.ts'

const LOOK_AGAIN_MS = 100

/**
 * Watches every answer and fails the test at once when it contains a contact's address that its reader has not paid for, or
 * that is suppressed. A person's own address may also be a contact's; they may read it, and so may the holder of a link that
 * was mailed to it.
 */
export function openLeakOracle(databaseUrl: string): AsyncDisposable & { readonly watch: AnswerWatcher } {
  const db = openDatabase(openPool(databaseUrl, { max: 2, onLost: () => undefined }))
  /** Addresses by the tokens of links mailed to them: an objection may have removed a link since its answer was written. */
  const linked = new Map<string, string>()
  const linkedBy = async (token: string) => {
    if (token === '' || linked.has(token)) return linked.get(token) ?? ''
    const query = db.selectFrom('creator_link').select('address').where('token_hash', '=', sha256(token))
    const link = await onceThere(() => query.executeTakeFirst())
    if (link !== undefined) linked.set(token, link.address)
    return link?.address ?? ''
  }
  return {
    async watch({ client, request, sent, text }) {
      // PostgreSQL's text has no NUL, which files have.
      const searched = asWritten(text).replaceAll('\0', '')
      if (!searched.includes('@')) return
      const query = sql<{ channelId: number }>`
        select distinct contact.channel_id as "channelId" from contact
        where strpos(${searched}, contact.address) > 0
          and not exists (
            select from reveal join known_contact sold on sold.channel_id = reveal.channel_id
            where (case when ${client.teamId}::integer is null then reveal.holder_id = ${client.userId}::integer
              else exists (
                select from member where team_id = ${client.teamId}::integer and team_id = reveal.holder_id
                  and person_id = ${client.userId}::integer) end)
              and sold.address = contact.address and sold.suppressed_at is null)
          and not exists (
            select from person where id = ${client.userId}::integer and email = contact.address)
          and contact.address <> ${await linkedBy(tokenIn(sent))}`
      const { rows } = await onceThere(() => query.execute(db))
      if (rows.length === 0) return
      const channels = rows.map((row) => row.channelId).join(', ')
      throw new Error(`${request} told person ${client.userId} an unpaid address of channel ${channels}`)
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

const tokenIn = (sent = '') => /"token":"([\w-]+)"/.exec(sent)?.[1] ?? ''

/** Retries until the database is back, when a test has just killed it. */
async function onceThere<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }
}

/** The text in lower case, and again with JSON and URL escapes decoded. */
function asWritten(text: string): string {
  const lower = text.toLowerCase()
  const plain = lower.replace(/(?:\\u00|%)([0-7][0-9a-f])/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return plain === lower ? lower : `${lower}\n${plain}`
}
