/**
 * How soon `npm run dev` shows a saved change: a component and a style in the browser, the server in an answer. Each is
 * saved several times; afterwards every file is restored. Run: `node_modules/.bin/node bench/dev-reload.ts [times]`
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'
import { freePort } from '#test/support/processes.ts'
import { percentiles, print } from './print-figures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const LOOK_AGAIN_MS = 10
const PATIENCE_MS = 60_000
/** Between two saves, so that the effects of one are over before the next. */
const PAUSE_MS = 1_000

const COMPONENT = { file: 'src/web/app/Footer.tsx', from: '<footer ' }
const STYLE = { file: 'src/web/app/Footer.module.css', from: '.footer {' }
const SERVER = { file: 'src/server/http/reference/openapi.ts', from: "title: 'Channelbook'" }

async function main(): Promise<void> {
  const times = Number(process.argv[2] ?? 7)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-dev-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const [port, webPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEV_PORT: String(webPort),
    LOCAL_PORT: '0',
    LOG_LEVEL: 'silent',
    // The benchmark polls until the answer changes.
    RATE_LIMITS: 'off',
    ALLOW_LOCAL_SERVICES: 'true',
  }
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: ROOT, env, stdio: 'ignore' })
  const exited = once(dev, 'exit')
  stack.defer(async () => {
    dev.kill('SIGTERM')
    await exited
  })
  const title = () => titleOf(`http://127.0.0.1:${port}/api/openapi.json`)
  await until(async () => (await title()) === 'Channelbook')

  const found = execFileSync(process.execPath, ['test/support/ensure-browser.ts'], { cwd: ROOT })
  const browserEnv = JSON.parse(found.toString().trim().split('\n').at(-1) ?? '{}') as BrowserEnvironment
  Object.assign(process.env, browserEnv)
  const browser = await chromium.launch(browserLaunchOptions(browserEnv))
  stack.defer(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${webPort}/terms`)
  await page.locator('footer').waitFor()

  await measure('a component', times, COMPONENT, (mark) => ({
    to: `<footer data-saved="${mark}" `,
    isThere: () => sees(page, `document.querySelector('[data-saved="${mark}"]') !== null`),
  }))
  await measure('a style', times, STYLE, (mark) => ({
    to: `.footer {\n  outline-offset: ${mark}px;`,
    isThere: () =>
      sees(page, `getComputedStyle(document.querySelector('footer')).outlineOffset === '${mark}px'`),
  }))
  await measure('the server', times, SERVER, (mark) => ({
    to: `title: 'Channelbook ${mark}'`,
    isThere: async () => (await title()) === `Channelbook ${mark}`,
  }))
}

interface Change {
  readonly to: string
  readonly isThere: () => Promise<boolean>
}

/** Saves a file with one change after another, and prints how long each took to appear. */
async function measure(
  what: string,
  times: number,
  { file, from }: { readonly file: string; readonly from: string },
  change: (mark: number) => Change,
): Promise<void> {
  const name = path.join(ROOT, file)
  const original = await readFile(name, 'utf8')
  const took: number[] = []
  try {
    // The first save also compiles what nobody has requested before.
    for (let mark = 0; mark <= times; mark += 1) {
      const { to, isThere } = change(mark)
      await pause(PAUSE_MS)
      const begin = performance.now()
      await writeFile(name, original.replace(from, to))
      await until(isThere)
      if (mark > 0) took.push(performance.now() - begin)
    }
  } finally {
    await writeFile(name, original)
  }
  print(`${what.padEnd(12)} ${percentiles(took)}`)
}

async function sees(page: Page, condition: string): Promise<boolean> {
  // A reloading page answers later.
  return page.evaluate(condition).then(Boolean, () => false)
}

async function titleOf(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url)
    return ((await response.json()) as { info: { title: string } }).info.title
  } catch {
    return undefined
  }
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error('The change never showed')
    await pause(LOOK_AGAIN_MS)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

await main()
