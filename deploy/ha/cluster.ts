import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const HOST = '127.0.0.1'
const MACHINES = 3
const SERVERS = 2
/** How many ports a cluster takes from its first one on. */
export const PORTS = 50

/** How long (ms) a start may take, on a machine with much other work too. */
const START_MS = 180_000
const STOP_MS = 40_000
const ASK_MS = 2_000
const EVERY_MS = 200

/** What Patroni says of a member. */
export interface Member {
  readonly name: string
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
  readonly timeline?: number
}

/** One machine of the cluster: its etcd, its Patroni, its PostgreSQL. */
export interface ClusterMachine {
  readonly name: string
  /** The database on this machine, whatever its role. */
  readonly databaseUrl: string
  /** Ends everything on it at once, like a power cut; it stays off. */
  kill(): Promise<void>
  /** Ends only PostgreSQL, all its processes at once. */
  killPostgres(): void
  /** Stops all processes without ending them, or only those of PostgreSQL or Patroni, until `thaw`. */
  freeze(part?: 'postgres' | 'patroni'): void
  thaw(): void
  /** Starts what is not running. */
  start(): Promise<void>
}

export interface Cluster extends AsyncDisposable {
  /** The product, through HAProxy. */
  readonly url: string
  /** Letters and payments without money, for both servers. */
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

/** A program that can be started again; it ends when this process does. */
class Program {
  readonly name: string
  readonly #spawn: () => ChildProcess
  readonly #restarts: boolean
  #child: ChildProcess | null = null
  #isWanted = false

  constructor(name: string, start: () => ChildProcess, restarts: boolean) {
    this.name = name
    this.#spawn = start
    this.#restarts = restarts
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  start(): void {
    this.#isWanted = true
    if (this.pid !== undefined) return
    const child = this.#spawn()
    this.#child = child
    child.once('exit', () => {
      if (this.#isWanted && this.#restarts && this.#child === child) setTimeout(() => this.#again(), 2_000)
    })
  }

  #again(): void {
    if (this.#isWanted) this.start()
  }

  /** Ends it, or kills it when it does not end in time. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child === null || this.pid === undefined) return
    const exited = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
  }
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
  // In parallel, and Patroni before etcd, which it needs to give up the lead.
  started.defer(async () => {
    await Promise.all(running.map(({ stopDatabase }) => stopDatabase()))
    await Promise.all(running.map(({ stopEtcd }) => stopEtcd()))
  })
  await Promise.all(running.map(({ start }) => start()))

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
      () => `the cluster is not whole: ${JSON.stringify(seen)}`,
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

/** Those of an earlier start in this folder, which its database knows. */
function keepSecrets(file: string): Secrets {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(makeSecrets()), { mode: 0o600 })
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}

interface MachineParts {
  readonly machine: Machine
  readonly etcd: Program
  readonly patroni: Program
  readonly secrets: { readonly databasePassword: string }
  readonly dataFolder: string
}

function openMachine({ machine, etcd, patroni, secrets, dataFolder }: MachineParts) {
  const { name, host, ports } = machine
  const patroniUrl = `http://${host}:${ports.patroni}`

  const postgres = () => processesOf(dataFolder)
  const all = () => [patroni.pid, etcd.pid, ...postgres()].filter((pid) => pid !== undefined)
  const thaw = () => signal(all(), 'SIGCONT')

  return {
    name,
    patroniUrl,
    databaseUrl: `postgres://channelbook:${secrets.databasePassword}@${host}:${ports.postgres}/channelbook`,
    async kill() {
      const ended = [patroni.end('SIGKILL'), etcd.end('SIGKILL')]
      // Twice: a process may have been born meanwhile.
      for (const _ of [1, 2]) signal(postgres(), 'SIGKILL')
      await Promise.all(ended)
    },
    killPostgres: () => signal(postgres(), 'SIGKILL'),
    freeze(part?: 'postgres' | 'patroni') {
      const chosen = part === 'postgres' ? postgres() : part === 'patroni' ? [patroni.pid ?? 0] : all()
      signal(chosen, 'SIGSTOP')
    },
    thaw,
    async start() {
      etcd.start()
      await until(`etcd on ${name} does not start`, () => answers(ports.etcd))
      patroni.start()
    },
    async stopDatabase() {
      thaw()
      await patroni.end('SIGTERM')
      // What a killed Patroni has left.
      signal(postgres().slice(0, 1), 'SIGINT')
    },
    stopEtcd: () => etcd.end('SIGTERM'),
  }
}

/** The processes of a database, the first of which has started the others; none when it does not run. */
function processesOf(dataFolder: string): number[] {
  let postmaster: number
  try {
    postmaster = Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return []
  }
  // The file of a killed one stays, and its number may belong to somebody else by now.
  if (!commandOf(postmaster).includes(dataFolder)) return []
  const others = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
  return [postmaster, ...others]
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, name)
    } catch {
      // It is gone.
    }
  }
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, HOST)
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/** @param problem the sentence when it does not become true in time */
async function until(problem: string | (() => string), isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) {
      const said = typeof problem === 'string' ? problem : problem()
      throw new Error(`${said} within ${START_MS / 1_000} s`)
    }
    await pause(EVERY_MS)
  }
}
