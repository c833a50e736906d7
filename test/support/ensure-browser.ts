// Prints, as its last line, the BrowserEnvironment (JSON) of a Chromium that starts: an installed one, or one that it
// installs. Its attempts go to standard error. Exit code 1 when none is available.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/chromium')
const FOUND = path.join(CACHE, 'found.json')
const SPARTICUZ = '@sparticuz/chromium@153.0.0'
const IS_ROOT = process.getuid?.() === 0

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

interface Way {
  name: string
  /** The browsers to try in order; an empty object is Playwright's own. Empty when this way does not apply here. */
  find: () => BrowserEnvironment[] | Promise<BrowserEnvironment[]>
}

const ways: Way[] = [
  {
    name: 'the one found last time',
    find: () => (existsSync(FOUND) ? [JSON.parse(readFileSync(FOUND, 'utf8')) as BrowserEnvironment] : []),
  },
  { name: "Playwright's own", find: () => [{}] },
  { name: 'an installed one', find: installed },
  { name: "Playwright's download", find: downloadWithPlaywright },
  { name: `npm ${SPARTICUZ}`, find: installSparticuz },
  { name: "the distribution's package", find: installPackage },
]

const given = process.env['CHROMIUM_PATH']
const found = given ? await tryGiven(given) : await tryAll()
if (found === undefined) {
  say(
    'No browser could be found or installed: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.',
  )
  process.exitCode = 1
} else {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(FOUND, JSON.stringify(found))
  process.stdout.write(`${JSON.stringify(found)}\n`)
}

async function tryGiven(executable: string): Promise<BrowserEnvironment | undefined> {
  const working = await firstWorking([{ CHROMIUM_PATH: executable }])
  if (working === undefined) say(`CHROMIUM_PATH is ${executable}, which does not start.`)
  return working
}

async function tryAll(): Promise<BrowserEnvironment | undefined> {
  for (const { name, find } of ways) {
    try {
      const candidates = await find()
      if (candidates.length === 0) continue
      const working = await firstWorking(candidates)
      say(working === undefined ? `${name}: does not start` : `${name}: ${working.CHROMIUM_PATH ?? 'starts'}`)
      if (working !== undefined) return working
    } catch (error) {
      say(`${name}: ${firstLine(error)}`)
    }
  }
  return undefined
}

async function firstWorking(candidates: BrowserEnvironment[]): Promise<BrowserEnvironment | undefined> {
  // Root has no sandbox anyway; for others it is tried first and dropped only where it cannot work.
  const all = IS_ROOT ? candidates : candidates.flatMap((one) => [one, { ...one, CHROMIUM_NO_SANDBOX: '1' }])
  for (const candidate of all) {
    if (candidate.CHROMIUM_PATH !== undefined && !existsSync(candidate.CHROMIUM_PATH)) continue
    if (await renders(candidate)) return candidate
  }
  return undefined
}

/** A real launch and a real page: `--version` works even in browsers that cannot start. */
async function renders(candidate: BrowserEnvironment): Promise<boolean> {
  const { CHROMIUM_PATH: _path, ...libraries } = candidate
  try {
    const env = { ...process.env, ...libraries } as Record<string, string>
    const browser = await chromium.launch({ ...browserLaunchOptions(candidate), env, timeout: 20_000 })
    try {
      const page = await browser.newPage()
      await page.setContent('<i>работает</i>')
      return (await page.textContent('i')) === 'работает'
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

function installed(): BrowserEnvironment[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, MAC].filter((file) => existsSync(file)).map((file) => ({ CHROMIUM_PATH: file }))
}

async function downloadWithPlaywright(): Promise<BrowserEnvironment[]> {
  const playwright = (...args: string[]) =>
    run(process.execPath, [
      path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
      ...args,
      'chromium-headless-shell',
    ])
  say("Downloading Playwright's Chromium ...")
  playwright('install')
  // Bare machines lack the browser's libraries; only root can install them.
  if (IS_ROOT && (await firstWorking([{}])) === undefined) playwright('install-deps')
  return [{}]
}

async function installSparticuz(): Promise<BrowserEnvironment[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return []
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(path.join(CACHE, 'package.json'), '{"private":true}')
  say(`Installing ${SPARTICUZ} ...`)
  run('npm', ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', CACHE, SPARTICUZ])
  // Makes the package unpack its bundled libraries and set LD_LIBRARY_PATH.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  const module = (await import(
    createRequire(path.join(CACHE, 'package.json')).resolve('@sparticuz/chromium')
  )) as {
    default: { executablePath(): Promise<string> }
  }
  const environment: BrowserEnvironment = { CHROMIUM_PATH: await module.default.executablePath() }
  for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH'] as const) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return [environment]
}

function installPackage(): BrowserEnvironment[] {
  if (!IS_ROOT) return []
  const has = (name: string) =>
    ['/usr/bin', '/sbin', '/usr/sbin'].some((folder) => existsSync(path.join(folder, name)))
  say("Installing the distribution's Chromium ...")
  if (has('apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  } else if (has('dnf')) run('dnf', ['install', '-y', '-q', 'chromium'])
  else if (has('apk')) run('apk', ['add', '--quiet', 'chromium'])
  return installed()
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 })
}

function say(text: string): void {
  process.stderr.write(`[browser] ${text}\n`)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
