import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { sha256 } from '#server/config/secret.ts'
import type { Db } from '#server/db/connect.ts'
import { consoleTexts as en } from '#shared/i18n/en/console.ts'
import { consoleTexts as ru } from '#shared/i18n/ru/console.ts'
import { checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { addApp, openConsole } from './operators.ts'

/** Makes a link of the first start, which there is while nobody is the owner; one test at a time has one. */
async function withOwnerLink(database: Db, use: (path: string) => Promise<void>): Promise<void> {
  const token = `owner-${Math.random()}`
  await sql`select pg_advisory_lock(33)`.execute(database)
  try {
    const row = { token_hash: sha256(token), expires_at: new Date(Date.now() + 3_600_000) }
    await database.deleteFrom('operator').where('role', '=', 'owner').execute()
    await database.insertInto('owner_link').values(row).execute()
    await use(`/operator?token=${token}`)
  } finally {
    await sql`select pg_advisory_unlock(33)`.execute(database)
  }
}

// That there is no such page, and no such promocode.
test.use({ refusals: [404, 409] })

test('the first owner opens the console by a link and a code, runs a command, finds it in the audit and reverts it', async ({
  page,
  texts: { status },
  database,
  person,
  makeChannel,
}) => {
  const channel = await makeChannel()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const main = page.getByRole('main')

  await test.step('to anybody else there is no such page', async () => {
    expect((await page.goto('/operator/audit'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: status.notFound.title })).toBeVisible()
    expect(loaded.filter((address) => /console|operator\//i.test(new URL(address).pathname))).toEqual([
      expect.stringContaining('/operator/audit'),
    ])
  })

  await test.step('the link makes the owner, who needs a second factor', async () => {
    await withOwnerLink(database, async (path) => {
      await page.goto(path)
      await main.getByRole('button', { name: en.first.take }).click()
      await expect(main.getByText(en.open.noFactor)).toBeVisible()
    })
    const codeOf = await addApp(person)
    await page.goto('/operator')
    await expect(main.getByLabel(en.open.code)).toBeFocused()
    await checkScreen(page, 'the proof')
    await page.keyboard.type(codeOf())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: en.menu })).toBeVisible()
  })

  await test.step('a command is found by Ctrl-K, previewed and run', async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await expect(field).toBeFocused()
    await page.keyboard.type('contacts withhold')
    const option = page.getByRole('option', { name: 'contacts withhold' })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await checkScreen(page, 'the palette')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: 'contacts withhold' })).toBeVisible()
    await main.getByRole('button', { name: en.command.preview }).click()
    await expect(main.getByText(en.command.missing).first()).toBeVisible()
    await main.locator('[name="address"]').fill(channel.address)
    await main.locator('[name="reason"]').fill('bounces')
    await main.getByRole('button', { name: en.command.preview }).click()
    await expect(main.getByRole('status')).toContainText('The address would go off sale at 1 channel.')
    await checkScreen(page, 'a preview')
    await main.getByRole('button', { name: en.command.run }).click()
    await expect(main.getByRole('status')).toContainText('The address is off sale at 1 channel.')
  })

  await test.step('the audit has it, as a file too, and leads to what reverts it', async () => {
    await page.getByRole('link', { name: en.sections.audit, exact: true }).click()
    const row = main
      .getByRole('row')
      .filter({ hasText: 'contacts withhold' })
      .filter({ hasText: person.username })
      .first()
    await expect(row).toContainText('bounces')
    await checkScreen(page, 'the audit')
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: en.command.ndjson }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
    expect(lines.map((text) => (JSON.parse(text) as { verb: string }).verb)).toContain('contacts withhold')
    await row.getByRole('link').click()
    await expect(main.getByRole('heading', { level: 1, name: 'contacts restore' })).toBeVisible()
    await main.locator('[name="address"]').fill(channel.address)
    await main.locator('[name="reason"]').fill('a mistake')
    await main.getByRole('button', { name: en.command.preview }).click()
    await main.getByRole('button', { name: en.command.run }).click()
    await expect(main.getByRole('status')).toContainText('Bounces were forgotten at 1 channel')
  })

  await test.step('what cannot be undone is typed once more', async () => {
    await page.goto('/operator/commands/promocodes/end?code=no-such-code')
    const run = main.getByRole('button', { name: en.command.run })
    await expect(run).toHaveAttribute('aria-disabled', 'true')
    await main.getByLabel(en.command.confirm('no-such-code')).fill('no-such-code')
    await run.click()
    await expect(
      main.getByRole('alert').filter({ hasText: 'There is no promocode NO-SUCH-CODE.' }),
    ).toBeVisible()
  })

  await test.step('an exact id is found in three presses', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(channel.channelId)
    await expect(page.getByRole('option', { name: channel.channel_name })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/operator/catalogue/${channel.id}`)
  })
})

test.describe('on a tablet', () => {
  test.use({ look: LOOKS.tabletRussian })

  test('lists and forms are in the other language', async ({ page, database, person }) => {
    await openConsole(database, person)
    const main = page.getByRole('main')
    await page.goto('/operator/commands/operators/list')
    await main.getByRole('button', { name: ru.command.show }).click()
    await expect(main.getByRole('table')).toContainText('operator')
    await checkScreenEverywhere(page, 'a list')
    await page.goto('/operator/commands')
    await expect(main.getByRole('link', { name: 'users close' })).toBeVisible()
    await checkScreenEverywhere(page, 'all commands')
  })
})
