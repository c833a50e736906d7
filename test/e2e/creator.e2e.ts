import type { Page } from '@playwright/test'
import { mails } from '#shared/i18n/server-texts.ts'
import { channelPath } from '#shared/paths.ts'
import { allMailsTo, isReceipt, waitForMails } from '#test/support/sign-up.ts'
import { checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/** Opens the page of the newest email's link. */
async function openLink(page: Page, text = ''): Promise<void> {
  await page.goto(/(?:\/ru)?\/creator\?token=\S+/.exec(text)?.[0] ?? '')
  await expect(page).toHaveURL(/^[^?]*\/creator(#\w+)?$/)
}

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`a creator: ${look.language}, ${look.width} px, ${look.theme}`, () => {
    test.use({ look, refusals: [400], contextOptions: { reducedMotion: 'reduce' } })

    test('is told once, confirms, refuses subjects, pauses, gives another address, takes it back and removes the old one', async ({
      page,
      texts,
      server,
      person,
      popular,
      domain,
    }) => {
      const { creators } = texts
      // Other tests buy from the top and object at the end.
      const channel = (await popular(look.language)).at(-3)!
      const bought = await person.client.call('POST /getemail', { body: { channelId: channel.channelId } })
      const address = bought.body.data.email
      await expect.poll(async () => (await allMailsTo(server, address)).length, { timeout: 20_000 }).toBe(1)
      const [notice] = await allMailsTo(server, address)
      await openLink(page, notice?.text)
      const main = page.getByRole('main')
      const seen = main.getByRole('article').filter({ hasText: creators.seen.title })
      await expect(seen.getByRole('heading', { name: channel.channel_name })).toBeVisible()
      await expect(seen.getByRole('link', { name: creators.seen.toPage })).toHaveAttribute(
        'href',
        new RegExp(`^(/ru)?${channelPath(channel.channelId, channel.channel_name)}$`),
      )
      await expect(main.getByRole('heading', { name: address })).toBeVisible()
      await checkScreenEverywhere(page, 'page of a creator')

      await page.reload()
      await seen.getByRole('button', { name: `${creators.seen.wrong} ${texts.search.country}` }).click()
      const message = page.getByLabel(creators.ask.text)
      await expect(message).toBeFocused()
      await expect(message).toHaveValue(new RegExp(`\n${texts.search.country}: `))
      await page.keyboard.type('DE')
      await page.getByRole('button', { name: creators.ask.send }).click()
      await expect(message).toHaveValue('')

      await page.getByRole('button', { name: creators.kept.right }).click()
      await expect(page.getByText(creators.kept.thanks)).toBeVisible()
      await expect(main).not.toContainText(creators.kept.unconfirmed)
      await page.getByLabel(creators.subjects.names.gambling).check()
      await page.getByRole('button', { name: creators.subjects.save }).click()
      await expect(page.getByText(creators.subjects.saved)).toBeVisible()
      await page.getByLabel(creators.pause.label, { exact: true }).selectOption('open')
      await page.getByRole('button', { name: creators.pause.save }).click()
      await expect(page.getByText(creators.pause.open, { exact: true })).toBeVisible()
      const receipts = async () => (await allMailsTo(server, address)).filter(isReceipt)
      const { receipt } = mails[look.language].creators
      await expect.poll(async () => (await receipts())[0]?.subject).toBe(receipt.paused.open.subject)
      await openLink(page, (await receipts())[0]?.text)
      await expect(page.getByRole('heading', { name: creators.pause.title })).toBeInViewport()
      await page.getByLabel(creators.pause.label, { exact: true }).selectOption('off')
      await page.getByRole('button', { name: creators.pause.end }).click()
      await expect(page.getByText(creators.pause.ended)).toBeVisible()
      await expect(page.getByText(creators.pause.none, { exact: true })).toBeVisible()

      const better = `better@${domain}`
      await page.getByLabel(creators.preferred.address).fill(better)
      await page.getByRole('button', { name: creators.preferred.send }).click()
      await expect(page.getByText(creators.preferred.sent(better))).toBeVisible()
      await checkScreen(page, 'page of a creator, filled in')
      const [asking] = await waitForMails(server, better)
      await openLink(page, asking?.text)
      await checkScreen(page, 'question about a preferred address')
      await page.getByRole('button', { name: creators.prefer.button }).click()
      await expect(page.getByText(creators.prefer.done)).toBeVisible()
      await expect(page.getByLabel(creators.subjects.names.gambling)).toBeChecked()
      const again = await person.client.call('POST /getemail', { body: { channelId: channel.channelId } })
      expect(again.body.data.email).toBe(better)

      const [told] = await waitForMails(server, address)
      await openLink(page, told?.text)
      const replaced = page.getByRole('heading', { name: creators.takeBack.title(`b…@${domain}`) })
      await expect(replaced).toBeVisible()
      await checkScreen(page, 'page of a creator whose offers go elsewhere')
      await page.getByRole('button', { name: creators.takeBack.button }).click()
      await expect(page.getByText(creators.takeBack.done)).toBeVisible()
      await expect(replaced).toHaveCount(0)
      const back = await person.client.call('POST /getemail', { body: { channelId: channel.channelId } })
      expect(back.body.data.email).toBe(address)
      await openLink(page, notice?.text)
      await expect(page.getByRole('heading', { name: creators.dead.title })).toBeVisible()

      await openLink(page, told?.text)
      await page.getByRole('button', { name: creators.remove.button }).click()
      await page.getByLabel(creators.remove.hide).check()
      await page.getByRole('button', { name: creators.remove.confirm, exact: true }).click()
      await expect(page.getByRole('heading', { name: creators.remove.done })).toBeFocused()
      await expect(page.getByText(creators.remove.doneHidden)).toBeVisible()
      const { removed } = mails[look.language]
      await expect
        .poll(async () => (await receipts())[0]?.text)
        .toContain(`${removed.channel}: ${channel.channel_name}`)
      await openLink(page, told?.text)
      await expect(page.getByRole('heading', { name: creators.dead.title })).toBeVisible()
      await checkScreen(page, 'dead link of a creator')
    })
  })
}

test.describe('an address of which nothing is kept', () => {
  test.use({ look: LOOKS.phoneEnglish, contextOptions: { reducedMotion: 'reduce' } })

  test('asks for a link with which to correct what is kept', async ({ page, texts, server, domain }) => {
    const { common, creators, objections } = texts
    const address = `unknown@${domain}`
    await page.goto('/optout')
    await page.getByLabel(objections.form.address).fill(address)
    await page.getByRole('button', { name: objections.form.correct }).click()
    await expect(page.getByText(objections.sent.correctText(address))).toBeVisible()
    await expect(page.getByText(objections.form.tab)).toHaveCount(0)
    const [message] = await waitForMails(server, address)
    await page.route('**/api/creator', (route) => route.abort('internetdisconnected'))
    await openLink(page, message?.text)
    await expect(page.getByText(common.offline)).toBeVisible()
    await page.unroute('**/api/creator')
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByText(creators.kept.none)).toBeVisible()
    await expect(page.getByRole('button', { name: creators.subjects.save })).toHaveCount(0)
    await checkScreen(page, 'page of an address that is not kept')
    await page.reload()
    await expect(page.getByText(creators.kept.none)).toBeVisible()
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await expect(page.getByRole('heading', { name: creators.dead.lostTitle })).toBeVisible()
  })
})
