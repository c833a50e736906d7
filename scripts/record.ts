// node scripts/record.ts: records half a minute of the product into docs/images/tour.webp, which code hosts show in place. Needs
// img2webp, of the distribution's package `webp`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { type LaunchedProduct, launchProduct } from '#test/e2e/launch-product.ts'
import { waitUntilUsable } from '#test/e2e/page-scripts.ts'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'
import { signUp } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'

const ROOT = path.join(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'docs/images/tour.webp')
const SIZE = { width: 1280, height: 800 }
/** Frames that follow faster are left out. */
const FRAME_MS = 90
const SECONDS = 30
const MAX_BYTES = 5_000_000

interface Frame {
  readonly file: string
  /** Seconds. */
  readonly at: number
}

/** The pointer, which a screencast does not show; drawn by script, as the policy of the pages refuses styles. */
const POINTER = `addEventListener('mousemove', ({ clientX, clientY }) => {
  let dot = document.querySelector('#pointer')
  if (dot === null) {
    dot = Object.assign(document.createElement('div'), { id: 'pointer' })
    Object.assign(dot.style, { position: 'fixed', zIndex: 1000, left: 0, top: 0, width: '22px', height: '22px', margin: '-11px', borderRadius: '50%',
      background: 'rgb(200 54 29 / 35%)', border: '2px solid rgb(200 54 29 / 80%)', pointerEvents: 'none' })
    document.documentElement.append(dot)
  }
  dot.style.transform = 'translate(' + clientX + 'px, ' + clientY + 'px)'
})`

async function record(): Promise<void> {
  const found = execFileSync(process.execPath, [path.join(ROOT, 'test/support/ensure-browser.ts')], {
    encoding: 'utf8',
  })
  const environment = JSON.parse(found.trim().split('\n').at(-1) ?? '') as BrowserEnvironment
  const { CHROMIUM_PATH: _, ...libraries } = environment
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-record-'))
  await using product = await launchProduct()
  const browser = await chromium.launch({
    ...browserLaunchOptions(environment),
    env: { ...process.env, ...libraries },
  })
  try {
    const page = await openPage(product, await browser.newContext({ viewport: SIZE, locale: 'en-GB' }))
    const frames = await filmed(page, folder, () => show(page, product.url))
    writeWebp(folder, frames)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
  const { size } = statSync(OUT)
  if (size > MAX_BYTES) throw new Error(`The recording has ${size} bytes; at most ${MAX_BYTES} are wanted`)
  process.stdout.write(`${OUT}: ${size} bytes\n`)
}

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newContext']>>

/** A page of somebody who has just signed up. */
async function openPage(product: LaunchedProduct, context: Context): Promise<Page> {
  const client = new TestClient({ baseUrl: product.url, clientKey: 'channelbook-web' })
  await signUp(product, client, 'anna@buyer.example')
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: product.url })))
  await context.addInitScript(POINTER)
  await context.addInitScript(`localStorage.setItem('cookieConfirmed', 'true')`)
  return context.newPage()
}

/** What is seen, at the pace of somebody who reads. */
async function show(page: Page, url: string): Promise<void> {
  const wait = (ms: number) => page.waitForTimeout(ms)
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name, exact: true }).first()
    const box = await target.boundingBox()
    if (box === null) throw new Error(`${String(name)} is not to be seen`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
    await wait(250)
    await target.click()
  }
  await page.goto(url)
  await waitUntilUsable(page)
  await page.mouse.move(640, 300)
  await wait(3000)
  await page.goto(`${url}/search`)
  await waitUntilUsable(page)
  await page.keyboard.press('/')
  await page.keyboard.type('guitar with jasper', { delay: 70 })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Guitar with Jasper' }).first().waitFor()
  await wait(2500)
  await press('get data')
  await page.getByText('team@guitar-with-jasper').first().waitFor()
  await wait(3500)
  await press(/^About this channel/, 'link')
  await page.getByRole('heading', { level: 1, name: 'Guitar with Jasper' }).waitFor()
  await wait(1500)
  await page.mouse.wheel(0, 600)
  await wait(2000)
  await page.mouse.wheel(0, -2000)
  await press('PURCHASES', 'link')
  await page.getByText('team@guitar-with-jasper').first().waitFor()
  await wait(2500)
  await press('PURCHASE', 'link')
  await wait(2500)
  await press(/^Theme/)
  await press(/^Theme/)
  await wait(1500)
  await press('Русский', 'link')
  await wait(2500)
}

/** Every change of the page while something happens there. */
async function filmed(page: Page, folder: string, happens: () => Promise<void>): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    const file = path.join(folder, `${String(frames.length).padStart(5, '0')}.png`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, at: timestamp })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 2 })
  await happens()
  await session.send('Page.stopScreencast')
  // Of frames in quick succession the last one stays: it shows what came of it.
  return frames.filter(({ at }, place) => (frames[place + 1]?.at ?? Infinity) - at >= FRAME_MS / 1000)
}

/** A busy machine makes pauses longer: none is longer than people need to read, and all together take the time that is wanted. */
function durations(frames: readonly Frame[]): readonly number[] {
  const seen = frames.map(({ at }, place) => Math.min((frames[place + 1]?.at ?? at + 2) - at, 2.5))
  const total = seen.reduce((sum, seconds) => sum + seconds, 0)
  return seen.map((seconds) => Math.round(seconds * Math.min(1, SECONDS / total) * 1000))
}

function writeWebp(folder: string, frames: readonly Frame[]): void {
  const times = durations(frames)
  const list = frames.map(({ file }, place) => `-d ${times[place]} -lossy -q 70 -m 4 ${file}`)
  const lines = path.join(folder, 'frames.txt')
  writeFileSync(lines, `-loop 0 -min_size\n${list.join('\n')}\n-o ${OUT}\n`)
  execFileSync('img2webp', [lines], { stdio: 'inherit' })
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  process.stdout.write(`${frames.length} frames, ${seconds.toFixed(0)} s\n`)
}

await record()
