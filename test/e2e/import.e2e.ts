import { readFile } from 'node:fs/promises'
import { consoleTexts as en } from '#shared/i18n/en/console.ts'
import { importPage as texts } from '#shared/i18n/en/import-page.ts'
import { imports } from '#shared/i18n/en/imports.ts'
import { importPage as ruTexts } from '#shared/i18n/ru/import-page.ts'
import { checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { openConsole } from './operators.ts'

test('a bad file is imported, repaired and undone, and its source switched off', async ({
  page,
  database,
  person,
  domain,
}) => {
  await openConsole(database, person)
  const main = page.getByRole('main')
  const state = (name: string) => main.getByText(name, { exact: true })
  // No other test has these channels.
  const own = domain.replaceAll('.', '-')
  const row = (name: string, more: string) => `${own} ${name},${more}\n`
  const bad = [
    'Titel der Sendung,Fans,email,contact_source_url,contact_seen_at,Notes\n',
    row('Alpha', `1000,alpha@${domain},https://${domain}/a,2026-02-01,x`),
    row('Beta', `2000,beta@${domain},,2026-02-01,`),
    '?????????,3000,,,,\n',
  ].join('')
  const upload = async (name: string, text: string) =>
    main.getByLabel(texts.choose, { exact: true }).setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })

  await test.step('a file whose columns nobody knows says so, and they are named', async () => {
    await page.goto('/operator/import')
    await checkScreen(page, 'imports')
    await upload(`${own}.csv`, bad)
    await expect(main.getByRole('heading', { level: 1, name: `${own}.csv` })).toBeVisible()
    await expect(main.getByText('No name: no column is known')).toBeVisible()
    const meaning = main.getByLabel(texts.meaningOf('Titel der Sendung'))
    await meaning.selectOption('name')
    for (const [column, field] of [
      ['Fans', 'subscribers'],
      ['email', 'email'],
      ['contact_source_url', 'contact_source_url'],
      ['contact_seen_at', 'contact_seen_at'],
    ] as const)
      await main.getByLabel(texts.meaningOf(column), { exact: true }).selectOption(field)
    await main.getByRole('button', { name: texts.previewAgain }).click()
    await expect(state(imports.states.previewed)).toBeVisible()
  })

  await test.step('each line tells what becomes of it', async () => {
    const lines = main.getByRole('table', { name: texts.linesTitle })
    await expect(lines.getByRole('row')).toHaveCount(4)
    await main.getByRole('button', { name: `${imports.outcomes.skipped} 1` }).click()
    await expect(lines.getByRole('row')).toHaveCount(2)
    await expect(lines).toContainText(imports.reasons['mangled encoding'])
    await checkScreenEverywhere(page, 'a preview')
  })

  await test.step('it is imported, and its refused rows are repaired', async () => {
    await main.getByRole('button', { name: texts.run }).click()
    await expect(state(imports.states.done)).toBeVisible()
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: texts.refused }).click()
    const refused = await readFile(await (await download).path(), 'utf8')
    expect(refused).toContain(imports.reasons['contact without source'])
    await main.getByRole('link', { name: texts.repaired }).click()
    await expect(main.getByText(texts.repairedOf(own))).toBeVisible()
    const repaired = refused
      .replace(`"beta@${domain}",""`, `"beta@${domain}","https://${domain}/b"`)
      .replace('?????????', `${own} Gamma`)
      .replace('Titel der Sendung', 'name')
      .replace('Fans', 'subscribers')
    await upload(`${own}-repaired.csv`, repaired)
    await expect(main.getByRole('heading', { level: 1, name: `${own}-repaired.csv` })).toBeVisible()
    await expect(main.getByRole('button', { name: `${imports.outcomes.update} 1` })).toBeVisible()
    await expect(main.getByRole('button', { name: `${imports.outcomes.create} 1` })).toBeVisible()
    await main.getByRole('button', { name: texts.run }).click()
    await expect(state(imports.states.done)).toBeVisible()
  })

  await test.step('it is undone', async () => {
    await main.getByRole('link', { name: texts.undo }).click()
    await main.locator('[name="reason"]').fill('a wrong file')
    await main.getByRole('button', { name: en.command.preview }).click()
    await expect(main.getByRole('status')).toContainText('1 channel would be deleted, 1 would be as before.')
    await main.getByRole('button', { name: en.command.run }).click()
    await expect(main.getByRole('status')).toContainText('The import is undone.')
    await page.goto('/operator/import')
    const undone = main.getByRole('row').filter({ hasText: `${own}-repaired.csv` })
    await expect(undone).toContainText(imports.states.undone)
  })

  await test.step('the source of its contacts is switched off', async () => {
    await main.getByRole('link', { name: `${own}.csv`, exact: true }).click()
    await main.getByRole('link', { name: texts.sources }).click()
    await main.locator('[name="off"]').fill(domain)
    await main.locator('[name="reason"]').fill('a bad source')
    await main.getByRole('button', { name: en.command.preview }).click()
    await expect(main.getByRole('status')).toContainText('1 contact would go off sale')
    await main.getByRole('button', { name: en.command.run }).click()
    await expect(main.getByRole('status')).toContainText('1 contact went off sale')
  })
})

test.describe('on a tablet', () => {
  test.use({ look: LOOKS.tabletRussian })

  test('imports are in the other language', async ({ page, database, person }) => {
    await openConsole(database, person)
    await page.goto('/operator/import')
    await expect(page.getByText(ruTexts.drop)).toBeVisible()
    await checkScreenEverywhere(page, 'imports')
  })
})
