import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

/** Stops the page's timers; rendering and requests continue. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
}

interface Slow {
  readonly calls: string
  readonly press: () => Promise<void>
  readonly loading: string
  readonly end: string | RegExp
}

/** Expects nothing for 600 ms, then a notice, and finally the outcome in its place. */
async function expectCourse(page: Page, { calls, press, loading, end }: Slow): Promise<void> {
  const toast = page.locator('.Toastify__toast')
  const answers = await holdAnswers(page, calls)
  await stopClock(page)
  const asked = page.waitForRequest(calls)
  await press()
  await asked
  await page.clock.runFor(599)
  await expect(toast).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(toast).toHaveText(loading)
  await page.clock.resume()
  await answers.release()
  await expect(toast).toHaveText(end)
  await page.unroute(calls)
  await toast.hover()
}

test.describe('a slow answer', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('to a change of the username is announced; a quick one is confirmed too', async ({
    page,
    texts,
    person: _,
  }) => {
    const { profile, accounts, common } = texts
    const change = async (name: string) => {
      await page.getByRole('button', { name: profile.name.change }).click()
      await page.getByRole('dialog').getByLabel(accounts.username, { exact: true }).fill(name)
    }
    const save = () => page.getByRole('button', { name: profile.name.save }).click()
    const toast = page.locator('.Toastify__toast')
    await page.clock.install()
    await page.goto('/profile')
    await change('Quick_1')
    await save()
    await expect(toast).toHaveText(profile.name.changed)
    await expect(page.getByRole('main')).toContainText('Quick_1')
    await toast.getByRole('button', { name: common.close }).click()
    await expect(toast).toHaveCount(0)
    await change('Slow_1')
    await expectCourse(page, {
      calls: '**/api/update/*',
      press: save,
      loading: profile.name.changing,
      end: profile.name.changed,
    })
  })

  test('to a search and a reveal is announced; quick ones are not', async ({
    page,
    texts,
    person: _,
    popular,
  }) => {
    const { search, reveals, common } = texts
    const [first, second] = await popular('en')
    if (second === undefined) throw new Error('One channel is too few')
    const toast = page.locator('.Toastify__toast')
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await page.clock.install()
    await page.goto(`/search?q=${encodeURIComponent(first.channel_name)}`)
    const card = page.getByRole('article', { name: second.channel_name, exact: true })
    const button = card.getByRole('button', { name: reveals.getData })
    await expect(page.getByRole('article', { name: first.channel_name, exact: true })).toBeVisible()
    await expect(toast).toHaveCount(0)
    await field.fill(second.channel_name)
    await expectCourse(page, {
      calls: '**/api/search',
      press: () => field.press('Enter'),
      loading: search.searching,
      end: /\d/,
    })
    await toast.getByRole('button', { name: common.close }).click()
    await expect(toast).toHaveCount(0)
    await expect(button).toBeVisible()
    await expectCourse(page, {
      calls: '**/api/getemail',
      press: () => button.click(),
      loading: reveals.loading,
      end: reveals.received,
    })
    await expect(card.locator('a[href^="mailto:"]')).toBeVisible()
  })
})

test.describe('a slow answer that no video is found', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('is shown only at the field', async ({ page, texts, person, popular }) => {
    const { statistics } = texts
    const [{ channelId, channel_name: name }] = await popular('en')
    await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/promotion')
    await page.getByRole('button', { name, pressed: false }).click()
    await expect(page.getByRole('list', { name: statistics.offered }).getByRole('listitem')).not.toHaveCount(
      0,
    )
    await page.getByLabel(statistics.videoName).fill('no such video at all')
    await expect(page.getByText(statistics.notAmongNewest)).toBeVisible()
    const answers = await holdAnswers(page, '**/api/uploads*text=*')
    await page.keyboard.press('Enter')
    await expect(page.getByText(statistics.finding)).toBeVisible()
    await answers.release()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(statistics.failures.notFound)
    await expect(page.getByText(statistics.finding)).toHaveCount(0)
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  })
})

test.describe('a slow answer that is a failure', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [400] })

  test('to a payment ends as an error in the place of the notice', async ({ page, texts, person: _ }) => {
    const { shop } = texts.payments
    await page.clock.install()
    await page.goto('/purchase')
    const card = page.getByRole('article', { name: 'Light', exact: true })
    await card.getByRole('button', { name: shop.purchase }).click()
    const calls = '**/api/payment'
    const toast = page.locator('.Toastify__toast')
    const { promise, resolve } = Promise.withResolvers<void>()
    // Corrupted on its way, so that the real server refuses it.
    await page.route(calls, async (route) => {
      const response = await route.fetch({ postData: '{}' })
      await promise
      await route.fulfill({ response })
    })
    await stopClock(page)
    const asked = page.waitForRequest(calls)
    await card.getByRole('button', { name: /500/ }).click()
    await asked
    await page.clock.runFor(600)
    await expect(toast).toHaveText(shop.ordering)
    await page.clock.resume()
    resolve()
    await expect(toast.and(page.getByRole('alert'))).toHaveText(shop.lostData)
  })
})
