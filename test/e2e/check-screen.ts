import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const NARROWEST = 320
const NOTIFICATION = '.Toastify__toast'
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
  await expectNoBarriers(new AxeBuilder({ page }).exclude(NOTIFICATION), name)
  await checkFit(page, name)
}

/** The same for a notification that the pointer keeps open. */
export async function checkNotification(page: Page, name: string): Promise<void> {
  await endOfMotion(page)
  await expectNoBarriers(new AxeBuilder({ page }).include(NOTIFICATION), name)
}

async function expectNoBarriers(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.withTags(RULES).analyze()
  const barriers = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect.soft(barriers, `${name}: barriers`).toEqual([])
}

/** Resolves once nothing fades or moves any more, except endless animations: half-faded texts have too little contrast. */
async function endOfMotion(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.animationName !== 'toast-time' && animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime))
    .map((animation) => animation.finished))`)
}

/** Expects, where the system dictates all colours, no barriers, and that a chosen control and one that is not differ. */
export async function checkForcedColors(page: Page, chosen: Locator, other: Locator): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await endOfMotion(page)
  const backgroundOf = (control: Locator) =>
    control.evaluate((box: Box) => box.ownerDocument.defaultView.getComputedStyle(box).backgroundColor)
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other))
  await expectNoBarriers(new AxeBuilder({ page }).exclude(NOTIFICATION), 'forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
}

/** The same screen on the narrowest phone. */
export async function checkNarrow(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize()
  if (wide === null) throw new Error('The window has no size')
  await page.setViewportSize({ ...wide, width: NARROWEST })
  await checkFit(page, `${name} at ${NARROWEST} px`)
  await page.setViewportSize(wide)
}

/** Expects no sideways scrolling at any width from the narrowest phone to the widest window. */
export async function checkWidths(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  if (before === null) throw new Error('The window has no size')
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...before, width })
    const overhang = await overhangOf(page)
    expect.soft(overhang, `${name} at ${width} px: px to scroll sideways`).toBe(0)
  }
  await page.setViewportSize(before)
}

function overhangOf(page: Page): Promise<number> {
  return page.locator('html').evaluate((html: Box) => html.scrollWidth - html.clientWidth)
}

async function checkFit(page: Page, name: string): Promise<void> {
  expect.soft(await overhangOf(page), `${name}: px to scroll sideways`).toBe(0)
  const cut = await page.locator('body *').evaluateAll(findCut)
  expect.soft(cut, `${name}: texts that are cut`).toEqual([])
}

/** Texts that their own box partly hides. Boxes of one pixel are for screen readers. */
function findCut(boxes: readonly Box[]): string[] {
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  return boxes
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
}
