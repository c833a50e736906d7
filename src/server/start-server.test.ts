import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-start-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Starts the server as an operator does; resolves when it has ended. */
function start(env: Readonly<Record<string, string>>): Promise<{ code: unknown; stderr: string }> {
  const full = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/server/main.ts'], { env: full }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    )
  })
}

it.each([
  [{ LIMITS: 'logins=1/60' }, 'LIMITS has "logins=1/60"'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET must have 32 characters or more'],
  [{ YOOKASSA_SHOP_ID: '123456' }, 'YOOKASSA_SECRET_KEY is not set'],
  [{ DKIM_SELECTOR: 'mail' }, 'DKIM_SELECTOR needs DKIM_PRIVATE_KEY'],
  [{ HOST: '0.0.0.0' }, 'SMTP_URL is not set'],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }, 'YOOKASSA_SHOP_ID is not set'],
])('with %j nothing is started, and one sentence says why', async (env, sentence) => {
  const { code, stderr } = await start(env)
  expect(stderr).toMatch(/^Channelbook cannot start: [^\n]+\n$/)
  expect(stderr).toContain(sentence)
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})

it('a taken port is named in one sentence', async () => {
  await using database = await createTestDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await start({ DATABASE_URL: database.url, PORT: String(port) })
  other.close()
  expect(stderr).toBe(
    `Channelbook cannot start: PORT ${port} is taken: another program listens there on 127.0.0.1; set another PORT.\n`,
  )
  expect(code).toBe(1)
})
