import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#test/support/processes.ts'
import { canHaveProgram, findProgram } from '#test/support/programs.ts'
import { useTestApp } from '#test/support/test-app.ts'

/** Only the email contains it, so only the inbox can reveal it. */
const SECRET = 'reset-link-of-somebody'
const PATHS = [
  '/local/mail.json',
  '/local/mail',
  '/local/yookassa/v3/payments',
  '/local/google/certs',
  '/local/oidc/certs',
  '/metrics',
]

/** What a proxy may send or omit, and what an outside client may send through it. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost', 'x-forwarded-port': '4000', 'x-forwarded-proto': 'http' },
  { forwarded: 'for=127.0.0.1;host=127.0.0.1;proto=http', via: '1.1 localhost' },
]

const world = useTestApp({ env: { GOOGLE_SIGN_IN: 'local' } })
let localPort: string
beforeAll(async () => {
  localPort = new URL(world.localUrl).port
  const message = {
    id: 'one',
    to: 'anna@example.com',
    subject: 'New password',
    html: '<p></p>',
    text: SECRET,
  }
  await world.app.mail.send(message)
})

interface Asked {
  readonly port: string | number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Over a raw socket, since `fetch` sets the Host header itself. */
async function ask({ port, path: target, headers = {} }: Asked) {
  const sent = request({ host: '127.0.0.1', port, path: target, headers, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString() }
}

/** Requests every path with all headers, under every name of this machine and of others. */
async function expectNothing(port: number, hosts: readonly string[]): Promise<void> {
  expect((await ask({ port, path: '/api/health', headers: { host: hosts[0]! } })).status).toBe(200)
  for (const host of hosts)
    for (const headers of HEADERS)
      for (const target of PATHS) {
        const { status, text } = await ask({ port, path: target, headers: { ...headers, host } })
        expect(status, `${target} at ${host} with ${JSON.stringify(headers)}`).toBe(404)
        expect(text).not.toContain(SECRET)
      }
}

describe('the local port', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.1.2.3'])('answers to %s', async (name) => {
    const host = `${name}:${localPort}`
    const inbox = await ask({ port: localPort, path: '/local/mail.json', headers: { host } })
    expect(inbox.status).toBe(200)
    expect(inbox.text).toContain(SECRET)
    expect((await ask({ port: localPort, path: '/metrics', headers: { host } })).status).toBe(200)
  })

  it.each(['channelbook.example', 'localhost.example', '127.0.0.1.example', '192.168.1.5'])(
    'refuses calls to the name %j, whatever their headers',
    async (host) => {
      for (const headers of HEADERS)
        for (const target of [...PATHS, '/nothing']) {
          const { status, text } = await ask({ port: localPort, path: target, headers: { ...headers, host } })
          expect(status, target).toBe(403)
          expect(text).not.toContain(SECRET)
        }
    },
  )

  it.each([
    ['names no host', 'GET /local/mail.json HTTP/1.0'],
    ['treats it as a proxy', 'GET http://channelbook.example/local/mail.json HTTP/1.1\r\nhost: 127.0.0.1'],
  ])('refuses a call that %s', async (_who, call) => {
    const socket = connect(Number(localPort), '127.0.0.1')
    socket.end(`${call}\r\nconnection: close\r\n\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 403 /)
  })
})

describe('the product’s port', () => {
  it('serves none of it, under any name', async () => {
    const { port } = new URL(world.baseUrl)
    await expectNothing(Number(port), [`127.0.0.1:${port}`, 'localhost', 'channelbook.example'])
  })
})

/** The defaults of `proxy_pass`: the Host is the product's on loopback, and no header names the client. */
const nginxConfig = (folder: string, port: number, product: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${product}; }
  }
}
`

/** Debian's default section; HAProxy passes the Host on and adds no headers. */
const haproxyConfig = (_folder: string, port: number, product: string) => `
defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
frontend public
  bind 127.0.0.1:${port}
  default_backend product
backend product
  server product ${new URL(product).host}
`

const PROXIES = [
  { name: 'nginx', config: nginxConfig, args: (file: string) => ['-c', file, '-e', 'stderr'] },
  { name: 'haproxy', config: haproxyConfig, args: (file: string) => ['-db', '-f', file] },
] as const

// Where a proxy can be had at all: installing it may still fail.
for (const { name, config, args } of PROXIES.filter((proxy) => canHaveProgram(proxy.name))) {
  const program = await findProgram(name)
  it.skipIf(program === null)(
    `through a real ${name} in its default configuration nothing of it is reached`,
    async () => {
      await using stack = new AsyncDisposableStack()
      const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-proxy-'))
      stack.defer(() => rm(folder, { recursive: true, force: true }))
      const port = await freePort()
      const file = path.join(folder, 'proxy.cfg')
      await writeFile(file, config(folder, port, world.baseUrl))
      const proxy = spawn(program ?? name, args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
      const exited = once(proxy, 'exit')
      stack.defer(async () => {
        proxy.kill('SIGTERM')
        await exited
      })
      await listening(proxy, port)
      await expectNothing(port, [
        'channelbook.example',
        `127.0.0.1:${port}`,
        `127.0.0.1:${localPort}`,
        `localhost:${localPort}`,
        '127.0.0.1',
        'localhost',
      ])
    },
  )
}

/** Resolves once the proxy accepts connections. @throws Error with its output when it exits instead */
async function listening(proxy: ChildProcess, port: number): Promise<void> {
  let said = ''
  proxy.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (;;) {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended: ${said}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
}
