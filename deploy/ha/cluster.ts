import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { pino } from 'pino'
import { startLocalMail } from '#local/mail/local-mail.ts'
import { startLocalYookassa } from '#local/yookassa/local-yookassa.ts'
import { openLocalListener } from '#server/http/local-listener.ts'
import {
  fillIn,
  findPostgres,
  type Machine,
  makeSecrets,
  type Places,
  type Secrets,
  writeFiles,
} from './configure.ts'
import { type ClusterMachine, openMachine } from './machine.ts'
import { answers, Program, until } from './program.ts'

const MAIN = fileURLToPath(new URL('../../src/start/main.ts', import.meta.url))
const HOST = '127.0.0.1'
const MACHINES = 3
const SERVERS = 2
/** How many ports a cluster takes from its first one on. */
export const PORTS = 50

const ASK_MS = 2_000

/** What Patroni says of a member. */
export interface Member {
  readonly name: string
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
  readonly timeline?: number
}

export interface Cluster extends AsyncDisposable {
  /** The product, through HAProxy. */
  readonly url: string
  /** Emails and payments without money, for both servers. */
  readonly localUrl: string
  /** The database through HAProxy: the primary, and the standbys. */
  readonly writesUrl: string
  readonly readsUrl: string
  readonly machines: readonly ClusterMachine[]
  readonly appSecret: string
  /** Process ids of the servers of the product. */
  readonly serverIds: () => readonly (number | undefined)[]
  /** The members as any Patroni that answers sees them. */
  members(): Promise<readonly Member[]>
  /** Waits until there is a leader, and everybody else follows it, one of them synchronously. */
  whole(): Promise<void>
}

interface ClusterOptions {
  /** For data, configuration and logs; created when missing. */
  readonly folder: string
  /** The first of the 50 ports that it takes. */
  readonly port: number
  /** Settings of the product, in place of the cluster's. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether a program that ends by itself is started again, as systemd does. */
  readonly restarts?: boolean
}

/**
 * Starts three machines with etcd, Patroni and PostgreSQL, an HAProxy and two servers of the product, all on this machine's
 * loopback, from Debian's packages and this folder's templates. Root hands the first three to the account `postgres`.
 * @throws Error with one sentence when a part does not start; everything is ended then
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { port, settings = {}, restarts = false } = options
  mkdirSync(options.folder, { recursive: true })
  const folder = path.resolve(options.folder)
  chmodSync(folder, 0o711)
  for (const one of Array.from({ length: PORTS }, (_, offset) => port + offset))
    if (await answers(one)) throw new Error(`port ${one} is taken: choose another first port`)

  const asPostgres = process.getuid?.() === 0
  const own = (name: string) => {
    if (asPostgres) execFileSync('chown', ['-R', 'postgres:postgres', name])
  }
  mkdirSync(path.join(folder, 'log'), { recursive: true })
  /** @param account whether root starts it as `postgres` */
  function program(
    name: string,
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string>> = {},
    account = true,
  ): Program {
    const dying = ['setpriv', '--pdeathsig', 'TERM']
    const others = account && asPostgres ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []
    const [first = '', ...rest] = [...dying, ...others, ...command]
    const start = () => {
      const log = openSync(path.join(folder, 'log', `${name}.log`), 'a')
      const child = spawn(first, rest, {
        env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        cwd: folder,
      })
      closeSync(log)
      child.on('error', () => undefined)
      return child
    }
    return new Program(name, start, restarts)
  }

  const secrets = keepSecrets(path.join(folder, 'secrets.json'))
  const postgresPrograms = findPostgres()
  const shared = { writes: port + 40, reads: port + 41, pooler: port + 42 }
  const [web, local] = [port + 43, port + 44]
  const machines = Array.from(
    { length: MACHINES },
    (_, at): Machine => ({
      name: `n${at + 1}`,
      host: HOST,
      ports: {
        etcd: port + at * 10,
        etcdPeer: port + at * 10 + 1,
        postgres: port + at * 10 + 2,
        patroni: port + at * 10 + 3,
        product: port + at * 10 + 4,
        ...shared,
      },
    }),
  )
  const servers = machines.slice(0, SERVERS)
  const filled = machines.map((machine) => {
    const home = path.join(folder, machine.name)
    const places: Places = {
      configFolder: home,
      poolerFolder: home,
      etcdFolder: path.join(home, 'etcd'),
      postgresFolder: path.join(home, 'postgres'),
      postgresPrograms,
      pgpassFile: path.join(home, 'pgpass'),
      socketFolder: home,
      sharedBuffers: '64MB',
      watchdog: 'off',
      haproxyAccount: '',
      webBinds: `  bind ${HOST}:${web}`,
    }
    const files = fillIn(machine, { machines, servers, places, secrets })
    writeFiles(home, files)
    own(home)
    return { machine, home, files }
  })

  await using started = new AsyncDisposableStack()
  const running = filled.map(({ machine, home, files }) => {
    const etcd = program(
      `${machine.name}-etcd`,
      ['etcd'],
      parseEnv(files['etcd.env']) as Record<string, string>,
    )
    const patroni = program(`${machine.name}-patroni`, ['patroni', path.join(home, 'patroni.yml')])
    return openMachine({ machine, etcd, patroni, secrets, dataFolder: path.join(home, 'postgres') })
  })
  // Beside the machines: it does nothing while its Patroni does not answer, and dies with this process.
  const rejoining = filled.map(({ machine, home }) =>
    program(`${machine.name}-rejoin`, [path.join(home, 'rejoin.sh'), path.join(home, 'patroni.yml')]),
  )
  // In parallel, and Patroni before etcd, which it needs to give up the lead.
  started.defer(async () => {
    await Promise.all(rejoining.map((one) => one.end('SIGTERM')))
    await Promise.all(running.map((machine) => machine.stopDatabase()))
    await Promise.all(running.map((machine) => machine.stopEtcd()))
  })
  for (const one of rejoining) one.start()
  await Promise.all(running.map((machine) => machine.start()))

  const members = async (): Promise<readonly Member[]> => {
    const asked = running.map(async ({ patroniUrl }) => {
      const answer = await fetch(`${patroniUrl}/cluster`, { signal: AbortSignal.timeout(ASK_MS) })
      return ((await answer.json()) as { readonly members: readonly Member[] }).members
    })
    return Promise.any(asked).catch(() => [])
  }
  let seen: readonly Member[] = []
  const whole = () =>
    until(
      () => `the cluster is not whole: ${JSON.stringify(seen)}
${machines.map(({ name }) => lastLines(path.join(folder, 'log', `${name}-patroni.log`))).join('\n')}`,
      async () => {
        const all = (seen = await members())
        const roles = all.map(({ role }) => role).toSorted()
        const isFollowed = all.every(
          ({ role, state }) => role === 'leader' || /^(running|streaming)$/.test(state),
        )
        const timelines = new Set(all.map(({ timeline }) => timeline))
        return roles.join() === 'leader,replica,sync_standby' && isFollowed && timelines.size === 1
      },
    )
  await whole()

  const [first] = filled
  const haproxy = program('haproxy', ['haproxy', '-db', '-f', path.join(first?.home ?? '', 'haproxy.cfg')])
  started.defer(() => haproxy.end('SIGTERM'))
  haproxy.start()
  await until('HAProxy does not lead to the primary', () => answers(shared.writes))

  const log = pino({ level: 'warn' }, pino.destination(path.join(folder, 'log', 'local.log')))
  const listener = started.use(await openLocalListener(local))
  const mail = await startLocalMail({ log })
  started.defer(() => mail.close())
  const shop = { shopId: 'local', secretKey: 'local' }
  const notifyUrl = () => `http://${HOST}:${web}/api/payments/notifications`
  const yookassa = startLocalYookassa({ log, ...shop, notifyUrl })
  started.defer(() => yookassa.close())
  await listener.serve([(routes) => mail.register(routes), (routes) => yookassa.register(routes)], log)

  const products = filled.slice(0, SERVERS).map(({ machine, files }) =>
    program(
      `${machine.name}-server`,
      [process.execPath, MAIN],
      {
        ...(parseEnv(files['channelbook.env']) as Record<string, string>),
        DATA_DIR: path.join(folder, machine.name, 'server'),
        LOCAL_PORT: '0',
        PUBLIC_URL: `http://${HOST}:${web}`,
        SMTP_URL: mail.smtpUrl,
        YOOKASSA_SHOP_ID: shop.shopId,
        YOOKASSA_SECRET_KEY: shop.secretKey,
        YOOKASSA_URL: `${listener.url}/local/yookassa/v3`,
        ALLOW_LOCAL_SERVICES: 'true',
        ...settings,
      },
      false,
    ),
  )
  started.defer(async () => void (await Promise.all(products.map((product) => product.end('SIGTERM')))))
  for (const product of products) product.start()
  await Promise.all(
    servers.map(({ name, ports }) =>
      until(`the server on ${name} does not start`, async () => {
        const answer = await fetch(`http://${HOST}:${ports.product}/api/ready`, {
          signal: AbortSignal.timeout(ASK_MS * 3),
        })
        return answer.status === 200
      }),
    ),
  )
  await until('HAProxy does not lead to the servers', async () => {
    const { status } = await fetch(`http://${HOST}:${web}/api/ready`, { signal: AbortSignal.timeout(ASK_MS) })
    return status === 200
  })

  const owned = started.move()
  const databaseUrl = (of: number) =>
    `postgres://channelbook:${secrets.databasePassword}@${HOST}:${of}/channelbook`
  return {
    url: `http://${HOST}:${web}`,
    localUrl: listener.url,
    writesUrl: databaseUrl(shared.writes),
    readsUrl: databaseUrl(shared.reads),
    machines: running,
    appSecret: secrets.appSecret,
    serverIds: () => products.map(({ pid }) => pid),
    members,
    whole,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const LAST_LINES = 12

function lastLines(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return [file, ...lines.slice(-LAST_LINES)].join('\n')
}

/** Those of an earlier start in this folder, which its database knows. */
function keepSecrets(file: string): Secrets {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(makeSecrets()), { mode: 0o600 })
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}
