import type { Page } from '@playwright/test'
import { waitForMails } from '#test/support/sign-up.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { holdScripts, waitUntilUsable } from './page-scripts.ts'

test.describe('before its scripts have come', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('a page is complete; they keep its parts and its focus', async ({ page, texts }) => {
    const held = await holdScripts(page)
    for (const address of ['/', '/search', '/terms']) {
      await page.goto(address, { waitUntil: 'commit' })
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: texts.shell.skipToContent })
      await expect(skip).toBeFocused()
      // What stands in for results goes when they are known.
      const marks = `[...document.querySelectorAll('main *, header *')]
        .filter((part) => part.isMarked && part.closest('[data-expected]') === null).length`
      await page.evaluate(
        `for (const part of document.querySelectorAll('main *, header *')) part.isMarked = true`,
      )
      const before = await page.evaluate<number>(marks)
      held.release()
      await waitUntilUsable(page)
      expect(before, address).toBeGreaterThan(20)
      // Drawn again, they would have lost their marks, and the page would have flashed.
      expect(await page.evaluate<number>(marks), address).toBe(before)
      await expect(skip).toBeFocused()
      held.hold()
    }
  })
})

test.describe('before its scripts have come, a search by its address', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('has its text in the field and the place of its results below', async ({ page, texts }) => {
    const { search } = texts
    const held = await holdScripts(page)
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    const place = page.locator('[data-expected]')
    await page.goto('/search?q=street+food', { waitUntil: 'commit' })
    await expect(field).toHaveValue('street food')
    await expect(place).toBeVisible()
    await expect(page.getByText(search.startTitle)).toBeHidden()
    held.release()
    await waitUntilUsable(page)
    await expect(field).toHaveValue('street food')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(place).toHaveCount(0)
    held.hold()
    // Nothing is on its way without a search.
    for (const address of ['/search', '/search?filters=open', '/search?utm_source=email']) {
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.getByText(search.startTitle), address).toBeVisible()
      await expect(place, address).toBeHidden()
    }
    await page.goto('/search?country=DE&type=News', { waitUntil: 'commit' })
    await expect(place).toBeVisible()
    await expect(field).toHaveValue('')
  })
})

/** The addresses of all requests that the page makes from now on. */
function watchAddresses(page: Page): readonly string[] {
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  return addresses
}

test.describe('input from before the scripts', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('stays in its field, with focus and caret', async ({ page, texts }) => {
    const scripts = await holdScripts(page)
    const fields = {
      '/': texts.labels.inputLabel,
      '/search': texts.search.inputLabel,
      '/optout': texts.objections.form.address,
    }
    for (const [address, label] of Object.entries(fields)) {
      await page.goto(address, { waitUntil: 'commit' })
      const field = page.getByLabel(label)
      await field.pressSequentially('ana')
      await page.keyboard.press('ArrowLeft')
      scripts.release()
      await waitUntilUsable(page)
      await expect(field, address).toBeFocused()
      await page.keyboard.press('n')
      await expect(field, address).toHaveValue('anna')
      scripts.hold()
    }
  })

  for (const way of ['its button', 'Enter'] as const) {
    test(`is sent once they have come, by ${way}, and gets into no address`, async ({
      page,
      texts,
      server,
      domain,
    }) => {
      const { form, sent } = texts.objections
      const email = `creator@${domain}`
      const addresses = watchAddresses(page)
      const scripts = await holdScripts(page)
      await page.goto('/optout', { waitUntil: 'commit' })
      await page.getByLabel(form.address).fill(email)
      if (way === 'Enter') await page.keyboard.press('Enter')
      else await page.getByRole('button', { name: form.send }).click()
      scripts.release()
      await expect(page.getByText(sent.text(email))).toBeVisible()
      await waitForMails(server, email)
      await expect(page).toHaveURL('/optout')
      expect(addresses.filter((address) => /creator|address=/.test(address))).toEqual([])
    })
  }

  test('searches at once', async ({ page, texts }) => {
    const scripts = await holdScripts(page)
    for (const [address, label] of [
      ['/', texts.labels.inputLabel],
      ['/search', texts.search.inputLabel],
    ] as const) {
      await page.goto(address, { waitUntil: 'commit' })
      await page.getByLabel(label).fill('music')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/search?q=music')
    }
    scripts.release()
    await expect(page.getByLabel(texts.search.inputLabel)).toHaveValue('music')
  })

  test('is not asked for on pages that the scripts draw', async ({ page, texts }) => {
    const scripts = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator('input, textarea, select, form')).toHaveCount(0)
    scripts.release()
    await expect(page.getByLabel(texts.accounts.password, { exact: true })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ look: LOOKS.phoneRussian, javaScriptEnabled: false })

  test('a form sends nothing', async ({ page, texts, domain }) => {
    const { form } = texts.objections
    const addresses = watchAddresses(page)
    await page.goto('/optout')
    await page.getByLabel(form.address).fill(`creator@${domain}`)
    await page.getByRole('button', { name: form.send }).click()
    await page.getByLabel(form.address).press('Enter')
    await expect(page.getByLabel(form.address)).toHaveValue(`creator@${domain}`)
    expect(addresses.filter((address) => /creator|address=/.test(address))).toEqual([])
    await expect(page).toHaveURL('/optout')
  })
})
