import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bounceOf } from '#test/support/bounces.ts'
import { makeChannel } from '#test/support/factories.ts'
import { bareEnvironment } from '#test/support/processes.ts'
import { useTestApp } from '#test/support/test-app.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const MAIL_BOUNCES = 'bounces@channelbook.example'

const world = useTestApp({ env: { MAIL_BOUNCES } })

/** Pipes an email into the command, as a mail server does. */
function take(email: string, databaseUrl = world.databaseUrl): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const env = {
      ...bareEnvironment,
      DATABASE_URL: databaseUrl,
      APP_SECRET: world.app.secret.toString('utf8'),
      MAIL_BOUNCES,
    }
    const child = execFile(process.execPath, [MAIN, 'bounces', 'take'], { env }, (error, out) =>
      resolve({ code: error === null ? 0 : (child.exitCode ?? null), out }),
    )
    child.stdin?.end(email)
  })
}

test('an email piped into the command takes its address off sale, and one that could not be read is tried again', async () => {
  const { addresses } = await makeChannel(world.app)
  const [address = ''] = addresses
  const sender = world.app.bounces!.of(address, world.clock.now())
  const email = bounceOf(address).replace('To: anna@agency.example', `To: ${sender}`)
  expect(await take(email, 'postgres://nobody@127.0.0.1:1/none')).toMatchObject({ code: 75 })
  expect(await take(email)).toEqual({ code: 0, out: 'The address is off sale.\n' })
  const { rows } = await sql`select is_undeliverable from address where address = ${address}`.execute(
    world.app.db,
  )
  expect(rows).toEqual([{ is_undeliverable: true }])
  expect(await take('Buy cheap watches')).toMatchObject({
    code: 0,
    out: expect.stringContaining('nothing was changed'),
  })
})
