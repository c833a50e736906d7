import type { Db } from '#server/db/connect.ts'
import { consoleTexts } from '#shared/i18n/en/console.ts'
import { preparedAnswers } from '#shared/i18n/en/prepared-answers.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { openConsole } from './operators.ts'
import { buyAt, type OwnChannel } from './product-database.ts'

test.use({ look: LOOKS.laptopEnglish })

/** Reports by a buyer of the contacts of channels, which wait for a decision. @returns their numbers */
async function report(db: Db, holder: number, channels: readonly OwnChannel[]): Promise<readonly number[]> {
  const at = new Date()
  await buyAt(db, { holderId: holder, contacts: channels, at })
  const reveals = await db
    .selectFrom('reveal')
    .select(['id', 'contact_id'])
    .where('holder_id', '=', holder)
    .orderBy('id')
    .execute()
  const reports = reveals.map(({ id, contact_id }) => ({
    holder_id: holder,
    reveal_id: id,
    contact_id,
    kind: 'no_mailbox',
    state: 'review',
    reason: 'unclear',
    evidence: '554 5.4.7 delivery expired',
    code: '5.4.7',
    reported_at: at,
  }))
  const rows = await db.insertInto('bad_contact_report').values(reports).returning('id').execute()
  return rows.map(({ id }) => id)
}

test('an operator looks a channel up, previews a merge, and decides reports and requests', async ({
  page,
  person,
  database,
  makeChannel,
  network,
}) => {
  const { command, pages, roles, sections } = consoleTexts
  const { catalogue, decisions } = pages
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  const main = page.getByRole('main')
  await openConsole(database, person)
  const word = `Kiln${Date.now()}`
  const [channel, other] = [await makeChannel(`North ${word} Studio`), await makeChannel(`South ${word}`)]
  // Two that the platform tells apart are not merged.
  await database.updateTable('channel').set({ platform_id: null }).where('id', '=', channel.id).execute()

  await test.step('a channel is found by a part of its name', async () => {
    await page.goto('/operator/catalogue')
    await expect(title(catalogue.title)).toBeVisible()
    await page.getByLabel(catalogue.name, { exact: true }).fill(word.toLowerCase())
    await page.keyboard.press('Enter')
    const found = page.getByRole('table', { name: catalogue.title })
    await expect(found.getByRole('row')).toHaveCount(3)
    await checkScreen(page, 'the catalogue')
    await found.getByRole('link', { name: channel.channel_name }).click()
    await expect(title(channel.channel_name)).toBeVisible()
    await expect(main.getByText(channel.address)).toBeVisible()
    await checkScreen(page, 'a channel')
  })

  await test.step('a merge shows both and the result before, and changes nothing', async () => {
    await main.getByRole('link', { name: catalogue.merge }).click()
    await expect(title(catalogue.mergeTitle)).toBeVisible()
    await expect(main.locator('[name="from"]')).toHaveValue(String(channel.id))
    await main.locator('[name="into"]').fill(String(other.id))
    await main.locator('[name="reason"]').fill('the same studio')
    await main.getByRole('button', { name: command.preview }).click()
    const sides = main.getByRole('table', { name: catalogue.sides })
    const names = sides.getByRole('row').filter({ hasText: channel.channel_name }).getByRole('cell')
    await expect(names).toContainText([channel.channel_name, other.channel_name, other.channel_name])
    await checkScreen(page, 'a merge')
    await page.setViewportSize({ width: 768, height: 1024 })
    await checkScreen(page, 'a merge on a tablet')
    await page.setViewportSize({ width: 1440, height: 900 })
    const left = database.selectFrom('channel').select('id').where('id', 'in', [channel.id, other.id])
    expect(await left.execute()).toHaveLength(2)
  })

  const [first = 0, second = 0] = await report(database, person.client.userId!, [channel, other])
  const { id: request } = await database
    .insertInto('creator_request')
    .values({
      address: channel.address,
      kind: 'source',
      text: `Where did you find my address? ${network}`,
      language: 'en',
      received_at: new Date(),
      due_on: '2099-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  await test.step('two presses decide a report, and the next one opens', async () => {
    await page.goto(`/operator/decisions/report/${first}`)
    const desk = main.getByRole('group', { name: decisions.title })
    await expect(desk.getByText('554 5.4.7 delivery expired')).toBeVisible()
    await expect(desk.getByRole('radio')).toHaveCount(4)
    await expect(desk).toBeFocused()
    await checkScreen(page, 'a report')
    await page.setViewportSize({ width: 390, height: 844 })
    await checkScreen(page, 'a report on a phone')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('4')
    await expect(desk.getByRole('radio').nth(3)).toBeChecked()
    await expect(main.getByLabel(decisions.reason)).toHaveValue(decisions.reportReasons.unproved)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(String.raw`/report/(?!${first}$)\d+$`))
    const { state } = await database
      .selectFrom('bad_contact_report')
      .select('state')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    expect(state).toBe('refused')
    await expect(desk).toBeFocused()
    await expect(main.getByRole('status')).toHaveText('The use is not returned, and the buyer gets an email.')
    await page.goto(`/operator/decisions/report/${second}`)
    await expect(desk.getByRole('radio')).toHaveCount(4)
  })

  await test.step('a request is answered as it is prepared', async () => {
    await page.goto(`/operator/decisions/request/${request}`)
    const desk = main.getByRole('group', { name: decisions.title })
    await expect(desk.getByLabel(decisions.answer, { exact: true })).toHaveValue(preparedAnswers.source)
    await expect(desk).toBeFocused()
    await expect(desk.getByRole('group', { name: decisions.message })).toContainText(network)
    await checkScreen(page, 'a request')
    await page.keyboard.press('1')
    await expect(desk.getByRole('radio').first()).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(main.getByRole('status')).toHaveText('The request is answered.')
    await page.goto(`/operator/decisions/request/${request}`)
    await expect(desk.getByText(decisions.settled)).toBeVisible()
  })

  for (const section of ['offers', 'settings'] as const)
    await test.step(`the section ${section} lists its commands`, async () => {
      await page.goto(`/operator/${section}`)
      await expect(title(sections[section])).toBeVisible()
      await expect(main.getByRole('link').first()).toBeVisible()
      await checkScreen(page, section)
    })

  await test.step('a viewer sees of a report what its list has', async () => {
    const viewer = { role: 'viewer' } as const
    await database.updateTable('operator').set(viewer).where('person_id', '=', person.client.userId).execute()
    await page.goto(`/operator/decisions/report/${second}`)
    const desk = main.getByRole('group', { name: decisions.title })
    await expect(desk.getByText(decisions.kinds.no_mailbox)).toBeVisible()
    await expect(desk.getByText(command.needs(roles.support))).toBeVisible()
    await expect(desk).not.toContainText(other.address)
    await checkScreen(page, 'a report to a viewer')
  })
})
