import type { Locator } from '@playwright/test'
import { formatStamp } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import { buyHundred } from './product-database.ts'

/** The parts of an element that the test reads; tests have no DOM types. */
interface Box {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(box: Box): { readonly fontSize: string } }
    elementFromPoint(x: number, y: number): Box | null
  }
  readonly style: { setProperty(name: string, value: string): void }
  readonly textContent: string | null
  readonly scrollWidth: number
  readonly clientWidth: number
  checkVisibility(): boolean
  contains(other: Box | null): boolean
  closest(selector: string): Box | null
  querySelectorAll(selector: string): Iterable<Box>
  getBoundingClientRect(): {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

/** Whether a pointer hits the element in its middle. */
function isMet(element: Locator): Promise<boolean> {
  return element.evaluate((own: Box) => {
    const { x, y, width, height } = own.getBoundingClientRect()
    return own.contains(own.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
  })
}

/** The visible texts in the card whose font is larger. */
function largerTexts(element: Locator): Promise<(string | null)[]> {
  return element.evaluate((own: Box) => {
    const size = (box: Box) => Number.parseFloat(own.ownerDocument.defaultView.getComputedStyle(box).fontSize)
    const others = [...(own.closest('article')?.querySelectorAll('*') ?? [])].filter(
      (box) => !own.contains(box) && box.textContent !== '' && box.checkVisibility(),
    )
    return others.filter((box) => size(box) > size(own)).map(({ textContent }) => textContent)
  })
}

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`a contact, ${look.width} px`, () => {
    test.use({ look, refusals: [409] })

    test('is visible once bought, larger than everything else, and uncovered', async ({
      page,
      context,
      texts,
      person,
      popular,
    }) => {
      const { reveals, shell, common } = texts
      const [{ channel_name: name }, other] = await popular(look.language)

      await page.goto(`/search?q=${encodeURIComponent(name)}`)
      const card = page.getByRole('article', { name, exact: true })
      const button = card.getByRole('button', { name: reveals.getData })
      await expect(card).toContainText(reveals.cost)
      // Within the first screen, and a failure costs nothing.
      await expect(button).toBeInViewport({ ratio: 1 })
      await context.setOffline(true)
      await button.click()
      await expect(page.getByRole('alert').getByText(reveals.transferError)).toBeVisible()
      await expect(card.getByText(reveals.notSpent)).toBeVisible()
      await context.setOffline(false)
      // The notification repeats it; what the failure cost is then no longer true.
      await page.getByRole('alert').getByRole('button', { name: common.retry }).click()
      await expect(card.getByText(reveals.notSpent)).toBeHidden()
      const address = card.locator('[data-contact]')
      await expect(address).toBeInViewport({ ratio: 1 })
      await expect(card.getByRole('button', { name: reveals.copyContact })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isMet(address)).toBe(true)
      expect(await largerTexts(address)).toEqual([])
      const since = reveals.yours(formatStamp(new Date().toISOString(), look.language))
      await expect(card).toContainText(since)
      await expect(card).not.toContainText(reveals.cost)

      if (look.width === 390) {
        // Also if it were as long as any.
        await address.evaluate((own: Box) => own.style.setProperty('--letters', '64'))
        expect(await largerTexts(address)).toEqual([])

        // On the narrowest phone, once the check mark is gone: neither the address nor the buttons are cut.
        await page.reload()
        await page.setViewportSize({ width: 320, height: 844 })
        const parts = card.locator('[data-contact] > span, a[href^="mailto:"]')
        await expect(parts.first()).toBeVisible()
        for (const part of [
          ...(await parts.all()),
          card.getByRole('button', { name: reveals.copyContact }),
        ]) {
          expect(await part.evaluate((box: Box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
        }
        await page.setViewportSize({ width: look.width, height: 844 })
      }

      // Bought meanwhile elsewhere: another press costs nothing, and the card says so, where it covers nothing.
      if (other === undefined) throw new Error('One channel is too few')
      await page.goto(`/search?q=${encodeURIComponent(other.channel_name)}`)
      const next = page.getByRole('article', { name: other.channel_name, exact: true })
      await expect(next).toContainText(reveals.uses('2'))
      const { client } = person
      const { body } = await client.call('POST /getemail', { body: { channelId: other.channelId } })
      await client.call('POST /purchase/{userId}', {
        params: { userId: client.userId ?? 0 },
        body: { email: body.data.email, channelName: other.channel_name },
      })
      await next.getByRole('button', { name: reveals.getData }).click()
      await expect(next.getByText(reveals.alreadyBought)).toBeVisible()
      await expect(next).toContainText(reveals.uses('1'))
      await expect(page.getByRole('region', { name: shell.notifications }).getByRole('alert')).toHaveCount(0)
      await expect(next.locator('[data-contact]')).toBeInViewport({ ratio: 1 })
    })
  })
}

test.describe('a person with more purchases than the session contains', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('sees no price for one of them after another was removed', async ({
    page,
    texts,
    database,
    person,
    popular,
  }) => {
    const { reveals, purchases, search, common } = texts
    const [older, newer] = await popular('en')
    if (newer === undefined) throw new Error('One channel is too few')
    const buy = async (channelId: string) =>
      expect((await person.client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
    await buy(older.channelId)
    await buyHundred(database, person.client.userId ?? 0, [older.channelId, newer.channelId])
    await buy(newer.channelId)
    await page.goto('/purchases')
    await page.getByRole('button', { name: purchases.remove(newer.channel_name) }).click()
    await expect(page.getByText(purchases.removed(newer.channel_name))).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: common.toSearch }).click()
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await field.fill(older.channel_name)
    await field.press('Enter')
    const card = page.getByRole('article', { name: older.channel_name, exact: true })
    await expect(card.locator('a[href^="mailto:"]')).toBeVisible()
    await expect(card).not.toContainText(reveals.cost)
  })
})

test.describe('after somebody else logged in in another window', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [403] })

  test('a contact bought by one person is not shown to the other', async ({
    page,
    context,
    baseURL,
    texts,
    person: _,
    makePerson,
  }) => {
    const { reveals, search, common } = texts
    const other = await makePerson()
    await page.goto('/recommendations')
    const cardAt = (place: number) => page.getByRole('article').nth(place)
    const press = (place: number) => cardAt(place).getByRole('button', { name: reveals.getData }).click()
    const name = (await cardAt(0).getByRole('heading').textContent()) ?? ''
    await press(0)
    await expect(cardAt(0).locator('a[href^="mailto:"]')).toBeVisible()
    // One is bought, and another is being bought, while somebody else logs in.
    const reveal = await holdAnswers(page, '**/api/getemail', 1)
    await press(1)
    await context.addCookies(
      [...other.client.cookies].map(([key, value]) => ({ name: key, value, url: baseURL ?? '' })),
    )
    await press(2)
    await expect(page.getByRole('main')).not.toContainText('@')
    await reveal.release()
    await expect(cardAt(1).getByRole('button', { name: reveals.getData })).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('main')).not.toContainText('@')

    await page.getByRole('banner').getByRole('link', { name: common.toSearch }).click()
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await field.fill(name)
    await field.press('Enter')
    const card = page.getByRole('article', { name, exact: true })
    await expect(card).toContainText(reveals.cost)
    // A reveal that they did not press costs them nothing.
    await expect(card).toContainText(reveals.uses('3'))
    await expect(page.getByRole('main')).not.toContainText('@')
  })
})
