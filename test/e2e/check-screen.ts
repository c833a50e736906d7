import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}
/** All that depends on the theme. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }
const NOTIFICATION = '.Toastify__toast'
const NARROWEST = 320
/** The narrowest width of each layout, and the widest window. */
const WIDTHS = [430, 431, 561, 761, 2560]

/** The parts of elements that the checks read; tests have no DOM types. */
interface Box {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly scrollHeight: number
  readonly clientHeight: number
  readonly textContent: string | null
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>
  readonly ownerDocument: {
    readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number }
    readonly defaultView: {
      getComputedStyle(box: Box): {
        readonly overflowX: string
        readonly overflowY: string
        readonly backgroundColor: string
      }
    }
  }
}

/** Expects a screen without accessibility violations (axe), with one main heading, no sideways scrolling and no cut text. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator('h1'), `${name}: one main heading`).toHaveCount(1)
  await endOfMotion(page)
  // Notifications come and go meanwhile, half-faded and with too little contrast; `checkNotification` checks them.
  await expectNoBarriers(page, { exclude: [NOTIFICATION] }, name)
  await checkFit(page, name)
}

/**
 * The same on the narrowest phone. A screen of phones, whose look has the longest words, is checked in both themes and at
 * every width up to the widest window.
 */
export async function checkScreenEverywhere(page: Page, name: string): Promise<void> {
  await checkScreen(page, name)
  if ((page.viewportSize()?.width ?? 0) > 1000) return checkNarrow(page, name)
  await checkOtherTheme(page, name)
  await atWidths(page, [NARROWEST, ...WIDTHS], (width) => checkFit(page, `${name} at ${width} px`))
}

/** The same for a notification that the pointer keeps open. */
export async function checkNotification(page: Page, name: string): Promise<void> {
  await endOfMotion(page)
  await expectNoBarriers(page, { include: [NOTIFICATION] }, name)
}

async function checkOtherTheme(page: Page, name: string): Promise<void> {
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await endOfMotion(page)
  await expectNoBarriers(page, { exclude: [NOTIFICATION] }, `${name} in the other theme`, CONTRAST)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

async function expectNoBarriers(
  page: Page,
  part: { readonly include?: readonly string[]; readonly exclude?: readonly string[] },
  name: string,
  rules = ALL_RULES,
): Promise<void> {
  // Frames hold pages of other makers.
  const options = { ...rules, resultTypes: ['violations'], iframes: false }
  if (!(await page.evaluate<boolean>('window.axe !== undefined'))) await page.evaluate(AXE)
  // Only what is needed comes back: the whole result took longer on its way than the checks.
  const barriers = await page.evaluate<string[]>(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )
  expect.soft(barriers, `${name}: barriers`).toEqual([])
}

/**
 * Resolves once nothing fades or moves any more, except endless animations: half-faded texts have too little contrast. What
 * nobody sees does not count: in a closed `details`, Chromium never resolves the end of a transition.
 */
async function endOfMotion(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.animationName !== 'toast-time' && animation.effect?.target?.checkVisibility() === true && animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime))
    .map((animation) => animation.finished))`)
}

/** Expects, where the system dictates all colours, no barriers, and that a chosen control and one that is not differ. */
export async function checkForcedColors(page: Page, chosen: Locator, other: Locator): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await endOfMotion(page)
  const backgroundOf = (control: Locator) =>
    control.evaluate((box: Box) => box.ownerDocument.defaultView.getComputedStyle(box).backgroundColor)
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other))
  await expectNoBarriers(page, { exclude: [NOTIFICATION] }, 'forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
}

/** The same screen on the narrowest phone. */
export async function checkNarrow(page: Page, name: string): Promise<void> {
  await atWidths(page, [NARROWEST], (width) => checkFit(page, `${name} at ${width} px`))
}

/** Expects no sideways scrolling at any width from the narrowest layout to the widest window. */
export async function checkWidths(page: Page, name: string): Promise<void> {
  await atWidths(page, WIDTHS, async (width) => {
    const { overhang } = await measureFit(page)
    expect.soft(overhang, `${name} at ${width} px: px to scroll sideways`).toBe(0)
  })
}

async function atWidths(
  page: Page,
  widths: readonly number[],
  check: (width: number) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize()
  if (before === null) throw new Error('The window has no size')
  for (const width of widths) {
    await page.setViewportSize({ ...before, width })
    await check(width)
  }
  await page.setViewportSize(before)
}

async function checkFit(page: Page, name: string): Promise<void> {
  const { overhang, cut } = await measureFit(page)
  expect.soft(overhang, `${name}: px to scroll sideways`).toBe(0)
  expect.soft(cut, `${name}: texts that are cut`).toEqual([])
}

interface Fit {
  /** How far the page scrolls sideways, in px. */
  readonly overhang: number
  /** Texts that their own box partly hides. */
  readonly cut: readonly string[]
}

function measureFit(page: Page): Promise<Fit> {
  return page.locator('body *').evaluateAll(fitOf)
}

/** Runs in the page. Boxes of one pixel are for screen readers. */
function fitOf(boxes: readonly Box[]): Fit {
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const page = boxes[0]?.ownerDocument.documentElement
  const overhang = page === undefined ? 0 : page.scrollWidth - page.clientWidth
  const cut = boxes
    .filter((box) => {
      const hasText = [...box.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim() !== '',
      )
      if (!hasText || box.clientWidth <= 1) return false
      const { overflowX, overflowY } = box.ownerDocument.defaultView.getComputedStyle(box)
      return (
        (hides(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (hides(overflowY) && box.scrollHeight > box.clientHeight + 1)
      )
    })
    .map((box) => box.textContent ?? '')
  return { overhang, cut }
}
