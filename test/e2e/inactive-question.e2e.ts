import { sql } from 'kysely'
import { DAY_MS } from '#shared/rules/time.ts'
import { formatDate, formatSpan } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import { inactivityOf } from './popular-channels.ts'

test.describe('before a use is spent on an inactive channel', () => {
  const look = LOOKS.phoneRussian
  test.use({ look })

  test('a person is asked, once it is answered never again', async ({ page, texts, inactive, person: _ }) => {
    const { reveals, search } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const getData = page.getByRole('button', { name: reveals.getData, exact: true })
    const question = page.getByRole('dialog', { name: reveals.inactiveTitle(channel.channel_name) })
    const since = search.noUploads(formatSpan(inactivityOf(channel), look.language))

    await test.step('and may think better of it: nothing is spent', async () => {
      await getData.click()
      await expect(question).toContainText(since)
      await question.getByRole('button', { name: reveals.inactiveCancel, exact: true }).click()
      await expect(question).toBeHidden()
      await expect(getData).toBeFocused()
      await getData.press('Enter')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(page.getByText(reveals.uses('3'))).toBeVisible()
    })

    await test.step('or get it all the same', async () => {
      await getData.click()
      await question.getByRole('button', { name: reveals.inactiveGetData, exact: true }).click()
      await expect(page.getByRole('main').locator('[data-contact]')).toHaveText(/@/)
      await expect(page.getByText(reveals.uses('2'))).toBeVisible()
      await expect(question).toBeHidden()
    })
  })

  test('a visitor is not: nothing can be spent', async ({ page, texts, inactive }) => {
    const { reveals } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    await page.getByRole('button', { name: reveals.getData, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: reveals.logInFirst })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: reveals.alive })).toHaveCount(0)
  })

  test('a person can say that it is alive, and learns what the platform says', async ({
    page,
    texts,
    inactive,
    person: _,
  }) => {
    const { reveals } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const report = page.getByRole('article').getByRole('button', { name: reveals.alive })
    await report.press('Enter')
    // The stand-in lists what the demo catalogue knows.
    await expect(page.getByText(reveals.aliveNotSeen)).toBeVisible()
    const reported = page.getByRole('article').getByRole('button', { name: reveals.aliveReported })
    await expect(reported).toBeFocused()
    await expect(reported).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('a channel whose uploads were checked weeks ago', () => {
  test.use({ look: LOOKS.phoneEnglish })
  const VIDEOS = /\/api\/channels\/[^/]+\/videos/
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

  test('is asked about on the platform before a use is spent', async ({
    page,
    texts,
    makeChannel,
    database,
    person: _,
  }) => {
    const { reveals, search } = texts
    const channel = await makeChannel('Seldom Looked At')
    await database
      .updateTable('channel')
      .set({ last_upload_at: daysAgo(146), uploads_checked_at: daysAgo(60) })
      .where('id', '=', channel.id)
      .execute()
    await sql`select search_refresh(${[channel.id]})`.execute(database)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    const known = search.lastKnown(formatDate(daysAgo(146).toISOString(), 'en'))
    await expect(card).toContainText(known)
    await expect(card).toContainText(search.checkedAgo('8\u00a0weeks ago'))
    await expect(card).not.toContainText('No uploads for')
    const held = await holdAnswers(page, VIDEOS)
    const getData = page.getByRole('button', { name: reveals.getData, exact: true })
    const question = page.getByRole('dialog', { name: reveals.inactiveTitle(channel.channel_name) })

    await test.step('which is not waited for longer than a second', async () => {
      await getData.click()
      await expect(question).toContainText(known)
      await page.keyboard.press('Escape')
      await held.release()
    })

    await test.step('and whose answer is what the question says', async () => {
      await getData.click()
      await expect(question).toContainText(search.noUploads(formatSpan(146, 'en')))
      await question.getByRole('button', { name: reveals.inactiveCancel, exact: true }).click()
      await expect(card).toContainText(search.noUploads(formatSpan(146, 'en')))
      await expect(page.getByText(reveals.uses('3'))).toBeVisible()
    })
  })
})
