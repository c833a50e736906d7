// Fills in the templates of this folder: `node deploy/ha/configure.ts FOLDER ADDRESS ADDRESS ADDRESS` makes a folder for each of
// three machines, with passwords that exist nowhere else.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'

export const TEMPLATES = [
  'etcd.env',
  'patroni.yml',
  'create-database.sh',
  'rejoin.sh',
  'channelbook-rejoin.service',
  'haproxy.cfg',
  'channelbook.env',
  'pgbouncer.ini',
  'userlist.txt',
] as const
export type Template = (typeof TEMPLATES)[number]

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** Where one machine has what. */
export interface Machine {
  readonly name: string
  readonly host: string
  readonly ports: Readonly<Record<MachinePort, number>>
}

type MachinePort = 'etcd' | 'etcdPeer' | 'postgres' | 'patroni' | 'writes' | 'reads' | 'pooler' | 'product'

/** What differs between three machines and one that plays all three. */
export interface Places {
  readonly configFolder: string
  readonly poolerFolder: string
  readonly etcdFolder: string
  readonly postgresFolder: string
  readonly postgresPrograms: string
  readonly pgpassFile: string
  readonly socketFolder: string
  readonly sharedBuffers: string
  readonly watchdog: 'automatic' | 'off'
  readonly haproxyAccount: string
  readonly webBinds: string
}

const SECRETS = [
  'patroniPassword',
  'superuserPassword',
  'replicationPassword',
  'rewindPassword',
  'databasePassword',
  'appSecret',
  'metricsToken',
] as const
export type Secrets = Readonly<Record<(typeof SECRETS)[number], string>>

export function makeSecrets(): Secrets {
  // Hexadecimal, so that they mean themselves in YAML, SQL, shells and addresses.
  return Object.fromEntries(SECRETS.map((name) => [name, randomBytes(24).toString('hex')])) as Secrets
}

/** The folder of Debian's newest PostgreSQL with what Patroni calls. @throws Error with one sentence when there is none */
export function findPostgres(): string {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : []
  const complete = versions
    .toSorted((one, other) => other - one)
    .map((version) => path.join(DEBIAN_POSTGRES, String(version), 'bin'))
    .find((folder) =>
      ['postgres', 'pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready'].every((program) =>
        existsSync(path.join(folder, program)),
      ),
    )
  if (complete === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  return complete
}

/** One machine's files, by template. */
export function fillIn(
  machine: Machine,
  {
    machines,
    servers = machines,
    places,
    secrets,
  }: {
    readonly machines: readonly Machine[]
    /** Those that run a server of the product. */
    readonly servers?: readonly Machine[]
    readonly places: Places
    readonly secrets: Secrets
  },
): Readonly<Record<Template, string>> {
  const { name, host, ports } = machine
  const addresses = [...new Set(['127.0.0.1', ...machines.map((one) => one.host)])]
  const values: Readonly<Record<string, string | number>> = {
    name,
    host,
    ...places,
    ...secrets,
    ...Object.fromEntries(Object.entries(ports).map(([what, port]) => [`${what}Port`, port])),
    etcdPeers: machines.map((one) => `${one.name}=http://${one.host}:${one.ports.etcdPeer}`).join(','),
    etcdHosts: machines.map((one) => `${one.host}:${one.ports.etcd}`).join(','),
    accessLines: addresses
      .flatMap((address) => [
        `host replication replicator ${address}/32 scram-sha-256`,
        `host all all ${address}/32 scram-sha-256`,
      ])
      .join('\n    - '),
    writesBind: `127.0.0.1:${ports.writes}`,
    readsBind: `127.0.0.1:${ports.reads}`,
    ...Object.fromEntries(
      ['writesServers', 'readsServers'].map((which) => [which, serverLines(machines, 'postgres', 'patroni')]),
    ),
    productServers: serverLines(servers, 'product'),
  }
  return Object.fromEntries(
    TEMPLATES.map((template) => {
      const text = readFileSync(new URL(template, import.meta.url), 'utf8')
      const filled = text.replace(/\$\{(\w+)\}/g, (placeholder, key: string) => {
        const value = values[key]
        if (value === undefined) throw new Error(`${template} has ${placeholder}, which nothing fills in`)
        return String(value)
      })
      return [template, filled]
    }),
  ) as Record<Template, string>
}

function serverLines(machines: readonly Machine[], port: MachinePort, checked?: MachinePort): string {
  return machines
    .map(({ name, host, ports }) => {
      const check = checked === undefined ? '' : ` port ${ports[checked]}`
      return `  server ${name} ${host}:${ports[port]} check${check}`
    })
    .join('\n')
}

/** Writes one machine's files, which hold passwords, into a folder that only its owner can enter. */
export function writeFiles(folder: string, files: Readonly<Record<Template, string>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    const mode = name.endsWith('.sh') ? 0o700 : 0o600
    writeFileSync(file, text, { mode })
    // One that is there keeps its mode.
    chmodSync(file, mode)
  }
}

const PORTS = {
  etcd: 2379,
  etcdPeer: 2380,
  postgres: 5432,
  patroni: 8008,
  writes: 5000,
  reads: 5001,
  pooler: 6432,
  product: 3000,
}

/** As Debian's packages expect them. */
const PLACES: Omit<Places, 'postgresPrograms'> = {
  configFolder: '/etc/patroni',
  poolerFolder: '/etc/pgbouncer',
  etcdFolder: '/var/lib/etcd/channelbook',
  postgresFolder: '/var/lib/postgresql/channelbook',
  pgpassFile: '/var/lib/postgresql/.pgpass-patroni',
  socketFolder: '/var/run/postgresql',
  sharedBuffers: '1GB',
  watchdog: 'automatic',
  haproxyAccount: '  user haproxy\n  group haproxy',
  webBinds: `  bind :80
  bind :443 ssl crt /etc/haproxy/channelbook.pem alpn h2,http/1.1
  http-request redirect scheme https unless { ssl_fc }`,
}

if (import.meta.main) {
  const [folder, ...addresses] = process.argv.slice(2)
  if (folder === undefined || addresses.length !== 3 || !addresses.every((address) => isIP(address) === 4)) {
    process.stderr.write('Usage: node deploy/ha/configure.ts FOLDER ADDRESS ADDRESS ADDRESS (IPv4)\n')
    process.exit(2)
  }
  if (existsSync(folder)) {
    process.stderr.write(`${folder} exists: its passwords would be replaced.\n`)
    process.exit(1)
  }
  const machines = addresses.map((host, place) => ({ name: `n${place + 1}`, host, ports: PORTS }))
  const secrets = makeSecrets()
  const places = { ...PLACES, postgresPrograms: `${DEBIAN_POSTGRES}/15/bin` }
  for (const machine of machines)
    writeFiles(path.join(folder, machine.name), fillIn(machine, { machines, places, secrets }))
  process.stdout.write(
    `${folder}/n1, n2 and n3 hold one machine's files each; docs/high-availability.md says where they go.\n`,
  )
}
