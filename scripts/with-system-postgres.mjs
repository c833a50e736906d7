// node scripts/with-system-postgres.mjs COMMAND...: runs a command with DATABASE_URL set to a temporary cluster of the
// distribution's PostgreSQL. POSTGRES_BIN names the folder of its programs when they are not found.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { main, Stop } from './install.mjs'

const PASSWORD = 'throw-away'

await main(async () => {
  const [command, ...args] = process.argv.slice(2)
  if (command === undefined)
    throw new Stop('Say what to run: node scripts/with-system-postgres.mjs npm run test:database')
  const programs = findPrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-system-postgres-'))
  const account = unprivileged()
  const run = (program, ...rest) =>
    execFileSync(path.join(programs, program), rest, {
      ...account,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      encoding: 'utf8',
    })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  try {
    const passwordFile = path.join(folder, 'password')
    writeFileSync(passwordFile, PASSWORD)
    run(
      'initdb',
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    )
    run(
      'pg_ctl',
      'start',
      '-w',
      '-s',
      '-D',
      data,
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-p ${port} -h 127.0.0.1 -k '' -c max_connections=200`,
    )
    // A plain role that may create databases; the product must not need more.
    const superuser = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
    run(
      'psql',
      '-q',
      superuser,
      '-c',
      `create role channelbook login createdb password '${PASSWORD}'`,
      '-c',
      'create database channelbook owner channelbook',
    )
    process.stderr.write(`${run('postgres', '--version').trim()} at port ${port}\n`)
    const url = `postgres://channelbook:${PASSWORD}@127.0.0.1:${port}/channelbook`
    return await runCommand(command, args, { ...process.env, DATABASE_URL: url })
  } finally {
    if (existsSync(path.join(data, 'postmaster.pid'))) run('pg_ctl', 'stop', '-m', 'fast', '-s', '-D', data)
    rmSync(folder, { recursive: true })
  }
})

function findPrograms() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base)
    ? readdirSync(base)
        .filter((name) => Number(name) >= 15)
        .toSorted((a, b) => b - a)
    : []
  const folders = [
    ...versions.map((version) => path.join(base, version, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  const found = folders.find((folder) => existsSync(path.join(folder, 'initdb')))
  if (found === undefined)
    throw new Stop('No PostgreSQL 15 or newer is installed here; set POSTGRES_BIN to its folder of programs.')
  return found
}

/** PostgreSQL refuses to run as root; its package creates a user for it. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const ask = (option) => Number(execFileSync('id', [option, 'postgres']))
  return { uid: ask('-u'), gid: ask('-g') }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function runCommand(command, args, env) {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
