import type { Page, Route } from '@playwright/test'

/**
 * Holds the server's real answers to matching calls until they are released; later calls go straight through.
 * @param times how many are held; all by default
 */
export async function holdAnswers(
  page: Page,
  calls: string | RegExp,
  times?: number,
): Promise<{ readonly release: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  let isReleased = false
  const hold = (route: Route) => {
    if (isReleased) return route.continue()
    const answerLater = async () => {
      const response = await route.fetch()
      await promise
      await route.fulfill({ response })
    }
    const answer = answerLater()
    held.push(answer)
    return answer
  }
  await page.route(calls, hold, times === undefined ? {} : { times })
  return {
    async release() {
      isReleased = true
      resolve()
      // The route stays: removing it here would race with the calls that the answers lead to.
      await Promise.all(held)
    },
  }
}
