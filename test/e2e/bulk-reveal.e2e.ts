import { sql } from 'kysely'
import { DAY_MS } from '#shared/rules/time.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('the contacts of several channels', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('are got for what was quoted, with a report that outlasts a reload', async ({
    page,
    texts,
    database,
    domain,
    makeChannel,
    person: _,
  }) => {
    const { bulkReveals, purchases, search } = texts
    const word = `Bulk${domain.replace(/\W/g, '')}`
    const channels = []
    for (const place of [1, 2, 3, 4, 5]) channels.push(await makeChannel(`${word} ${place}`))
    const [silent, bare] = [channels[0]!, channels[1]!]
    const then = new Date(Date.now() - 200 * DAY_MS)
    await database
      .updateTable('channel')
      .set({ last_upload_at: then, uploads_checked_at: new Date() })
      .where('id', '=', silent.id)
      .execute()
    await database.deleteFrom('contact').where('id', '=', bare.contactId).execute()
    await database.updateTable('channel').set({ has_contact: false }).where('id', '=', bare.id).execute()
    await sql`select search_refresh(${[silent.id, bare.id]})`.execute(database)
    await page.goto(`/search?q=${word}&contact=any&view=table`)
    await page.getByRole('checkbox', { name: search.chooseChannel(bare.channel_name) }).check()
    await page.getByRole('button', { name: search.moreActions }).click()
    await page.getByRole('button', { name: search.chooseResults('5', true) }).click()
    const get = page.getByRole('button', { name: bulkReveals.get(4, '4'), exact: true })
    const dialog = page.getByRole('dialog')

    await test.step('the selection says what it costs, also after a reload', async () => {
      await page.reload()
      const facts = [search.chosen(5, '5'), bulkReveals.withContact('4'), bulkReveals.cost(4, '4', '3')]
      await expect(page.getByText(facts.join(' · '))).toBeVisible()
      await checkScreen(page, 'the selection')
    })

    await test.step('an inactive channel costs only whoever wants it', async () => {
      await get.click()
      const inactive = dialog.getByRole('checkbox', { name: bulkReveals.inactive(1, '1') })
      const pay = dialog.getByRole('button', { name: bulkReveals.get(3, '3'), exact: true })
      await expect(pay).toBeEnabled()
      await expect(dialog.getByText(bulkReveals.noUses)).toHaveCount(0)
      await inactive.check()
      await expect(dialog.getByText(bulkReveals.noUses)).toBeVisible()
      await inactive.uncheck()
      await expect(dialog.getByText(bulkReveals.noUses)).toHaveCount(0)
      await checkScreen(page, 'the quote')
      await pay.click()
    })

    await test.step('and the report tells of each', async () => {
      await expect(dialog.getByText(bulkReveals.spent(3, '3'))).toBeVisible()
      await page.reload()
      await expect(dialog.getByText(bulkReveals.results.revealed, { exact: true })).toHaveCount(3)
      await expect(dialog.getByText(bulkReveals.results.no_contact, { exact: true })).toHaveCount(1)
      await checkScreen(page, 'the report')
      await dialog.getByRole('link', { name: bulkReveals.toPurchases }).click()
      await expect(page.getByText(purchases.total(3, '3'))).toBeVisible()
    })
  })
})
