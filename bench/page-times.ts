/** Times within a page of a browser. */
import type { Page } from '@playwright/test'
import { percentilesOf } from './print.ts'

/** Times of frames in ms while the page is scrolled through `px` at each, and in how many of them no row was on the screen. */
const SCROLL = (px: number, frames: number) => `new Promise((resolve) => {
  const times = []
  let [last, empty] = [performance.now(), 0]
  const step = (now) => {
    times.push(now - last)
    last = now
    if (!document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[data-index]')) empty += 1
    if (times.length === ${frames}) resolve({ times: times.slice(1), empty })
    else {
      scrollBy(0, ${px})
      requestAnimationFrame(step)
    }
  }
  requestAnimationFrame(step)
})`

/** How many ms pass between an action and the frame that shows it. */
const SHOWN = (action: string) => `new Promise((resolve) => {
  const start = performance.now()
  ${action}
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
})`

const FRAMES = 240

/** Scrolls a page. `work` is the processor time of its main thread per frame, in ms: another program's work is not in it. */
export async function scroll(page: Page, px: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workOf = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
  const before = await workOf()
  const { times, empty } = await page.evaluate<{ times: number[]; empty: number }>(SCROLL(px, FRAMES))
  const work = ((await workOf()) - before) / FRAMES
  await session.detach()
  const { p50, p95 } = percentilesOf(times)
  const perSecond = (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0)
  return { perSecond, p50, p95, work, empty }
}

/** How soon each of some actions shows, in ms. */
export async function timesOf(
  page: Page,
  count: number,
  actionAt: (time: number) => string,
): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < count; time += 1) {
    times.push(await page.evaluate<number>(SHOWN(actionAt(time))))
    await page.waitForTimeout(50)
  }
  return times
}
