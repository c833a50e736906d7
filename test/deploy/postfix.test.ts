import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { smtpMail } from '#server/adapters/mail/smtp.ts'
import { knowAddresses, makeChannel } from '#test/support/factories.ts'
import { freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { createTestApp } from '#test/support/test-app.ts'

// Where there is none and it cannot be installed, the test is left out by name.
const postfix = await findProgram('postfix')
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const MAIL_BOUNCES = 'bounces@bounces.example'

/** A mail server that knows no mailbox. */
async function startUnknowing(stack: AsyncDisposableStack): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1_000,
    onRcptTo: (_to, _session, done) =>
      done(Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}

/** A real Postfix with the lines of docs/evidence.md. @returns its port */
async function startPostfix(
  stack: AsyncDisposableStack,
  { command, beyond }: { readonly command: string; readonly beyond: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-postfix-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  await chmod(folder, 0o755)
  for (const name of ['queue', 'data']) await mkdir(path.join(folder, name))
  execFileSync('chown', ['postfix', path.join(folder, 'data')])
  const main = [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    'myhostname = mx.bounces.example',
    'mydestination =',
    'mynetworks = 127.0.0.0/8',
    'inet_interfaces = loopback-only',
    'inet_protocols = ipv4',
    `maillog_file = ${folder}/log`,
    `maillog_file_prefixes = ${folder}`,
    'smtputf8_enable = no',
    `transport_maps = inline:{ { bounces.example = channelbook: } { north-workshop.example = smtp:[127.0.0.1]:${beyond} } }`,
    'relay_domains = bounces.example, north-workshop.example',
    'channelbook_destination_recipient_limit = 1',
  ]
  const services = ['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`)
  const master = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...services,
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'postlog unix-dgram n - n - 1 postlogd',
    `channelbook unix - n n - 1 pipe flags=Rq user=nobody argv=${command} bounces take`,
  ]
  await writeFile(path.join(folder, 'main.cf'), `${main.join('\n')}\n`)
  await writeFile(path.join(folder, 'master.cf'), `${master.join('\n')}\n`)
  const control = (verb: string) => execFileSync(postfix ?? '', ['-c', folder, verb], { stdio: 'ignore' })
  stack.defer(() => void control('stop'))
  control('start')
  return port
}

it.skipIf(postfix === null)(
  'a bounce that a real Postfix makes and pipes into the command takes the address off sale',
  async () => {
    await using stack = new AsyncDisposableStack()
    const world = stack.use(await createTestApp({ env: { MAIL_BOUNCES } }))
    const { addresses } = await makeChannel(world.app)
    const to = `gone-${addresses[0]!.split('@')[0]}@north-workshop.example`
    await knowAddresses(world.app.db, to)
    await sql`update contact set address = ${to} where address = ${addresses[0]!}`.execute(world.app.db)
    const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-command-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const command = path.join(folder, 'channelbook')
    const settings = {
      DATABASE_URL: world.databaseUrl,
      APP_SECRET: world.app.secret.toString('utf8'),
      MAIL_BOUNCES,
      DATA_DIR: path.join(folder, 'data'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`)
    await writeFile(command, `#!/bin/sh\n${lines.join('\n')}\nexec '${process.execPath}' '${MAIN}' "$@"\n`)
    await chmod(folder, 0o777)
    await chmod(command, 0o755)
    const port = await startPostfix(stack, { command, beyond: await startUnknowing(stack) })
    const { bounces, clock } = world.app
    const mail = smtpMail({
      url: `smtp://127.0.0.1:${port}`,
      from: 'Channelbook <no-reply@bounces.example>',
      replyTo: 'help@bounces.example',
      needsTls: true,
      bounces,
      clock,
    })
    stack.defer(() => mail.close())
    await mail.send({
      id: 'question',
      to,
      subject: 'Does it work?',
      text: 'It does?',
      html: '<p>It does?</p>',
    })
    const isOffSale = async () =>
      (
        await sql<{
          is_undeliverable: boolean
        }>`select is_undeliverable from address where address = ${to}`.execute(world.app.db)
      ).rows[0]?.is_undeliverable
    await expect.poll(isOffSale, { timeout: 60_000, interval: 500 }).toBe(true)
  },
  180_000,
)
