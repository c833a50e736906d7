import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startLocalMail } from '#local/mail/local-mail.ts'
import { solveCaptcha } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const COUNT = 12

/** An SMTP port on which nothing listens. */
async function nobody(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether every mail has failed once and waits for its next attempt. */
async function allWait({ app }: TestApp): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = 'mail'`.execute(app.db)
  return rows.length === COUNT && rows.every(({ state }) => state === 'retry')
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('It never happened')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('while the mail server is down', () => {
  it('codes can be requested as usual, wait sealed in the queue, and all arrive when it is back', async () => {
    const port = await nobody()
    await using world = await createTestApp({
      env: { RATE_LIMITS: 'off' },
      overrides: { smtpUrl: `smtp://127.0.0.1:${port}` },
    })
    const emails = Array.from({ length: COUNT }, (_, number) => `outage${number}@example.com`)
    for (const email of emails) {
      const client = world.client()
      const answer = await client.call('POST /verification/{action}', {
        params: { action: 'signIn' },
        body: { email, recaptchaValue: await solveCaptcha(client) },
      })
      expect(answer.body.data).toEqual({ isUserExists: false })
    }
    await until(() => allWait(world))
    const { rows } = await sql<{ text: string }>`select job::text as text from pgboss.job`.execute(
      world.app.db,
    )
    expect(JSON.stringify(rows)).not.toMatch(/outage\d|example\.com/)

    const mail = await startLocalMail({ log: pino({ level: 'silent' }), port })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => mail.close())
    // Skips the waits between attempts, up to 2 minutes each.
    await sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(
      world.app.db,
    )
    await until(() => mail.inbox.list().length >= COUNT)
    const reached = mail.inbox.list().map(({ to }) => to)
    expect(reached.toSorted()).toEqual(emails.toSorted())
  })
})
