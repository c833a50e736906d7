import { appSecret, sealer } from '#server/config/secret.ts'
import { countNew } from '#server/features/saved-searches/count-new.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.use({ look: LOOKS.phoneRussian })

test('a search is saved, shows what is new once, and its emails end by a link', async ({
  page,
  texts,
  person,
  network,
  database,
  makeChannel,
  server,
}) => {
  const { savedSearches, search } = texts
  const word = `Гавань${network.replaceAll('.', 'ж')}`
  await page.goto('/search')
  const list = page.getByRole('region', { name: savedSearches.title })
  await expect(list).toContainText(savedSearches.none)
  await checkScreen(page, 'no saved searches')
  await list.getByRole('link', { name: savedSearches.tryExample }).click()
  await expect(page.getByRole('button', { name: savedSearches.save })).toBeVisible()
  const early = await makeChannel(`${word} ранняя`)
  await page.goto(`/search?q=${encodeURIComponent(word)}`)
  await expect(page.getByRole('article', { name: early.channel_name })).toBeVisible()
  await page.getByRole('button', { name: savedSearches.save }).click()
  const dialog = page.getByRole('dialog', { name: savedSearches.save })
  await expect(dialog.getByLabel(savedSearches.name, { exact: true })).toHaveValue(word)
  await dialog.getByLabel(savedSearches.frequency).selectOption('day')
  await checkScreen(page, 'saving a search')
  await dialog.getByRole('button', { name: savedSearches.confirm }).click()
  await expect(page.getByText(savedSearches.isSaved(word))).toBeVisible()

  const fresh = await makeChannel(`${word} новая`)
  await countNew({ db: database, platforms: PLATFORMS, demo: { buyer: null }, log: console })
  await page.goto('/search')
  await page.getByRole('button', { name: texts.shell.openMenu }).click()
  const inMenu = page.getByRole('navigation', { name: texts.shell.mainMenu }).getByRole('link').first()
  await expect(inMenu).toHaveAccessibleName(new RegExp(savedSearches.mark(1, '1')))
  await page.getByRole('button', { name: texts.shell.closeMenu }).click()
  await expect(list).toContainText(savedSearches.mailed.day)
  await checkScreen(page, 'saved searches')
  await checkNarrow(page, 'saved searches')
  await list.getByRole('link', { name: savedSearches.fresh(1, '1') }).click()
  await expect(page.getByRole('heading', { name: savedSearches.freshIn(word) })).toBeVisible()
  await expect(page.getByRole('article')).toHaveAccessibleName(fresh.channel_name)
  await expect(page.getByText(early.channel_name)).toHaveCount(0)
  await expect(page.getByRole('banner')).not.toContainText(savedSearches.mark(1, '1'))
  await checkScreen(page, 'new channels of a saved search')
  // They stay as long as nothing else is new.
  await page.reload()
  await expect(page.getByRole('article')).toHaveAccessibleName(fresh.channel_name)
  await page.getByRole('link', { name: savedSearches.showAll }).click()
  await expect(page.getByRole('article').or(page.locator('[data-channel]'))).toHaveCount(2)

  const secret = appSecret({ appSecret: null, dataDir: server.dataDir ?? '' })
  const id = person.client.userId
  const token = sealer(secret, 'stop digest').close(`${id} ${id}`)
  await page.goto(`/stopdigest?token=${encodeURIComponent(token)}`)
  await checkScreen(page, 'stopping emails')
  await page.getByRole('button', { name: savedSearches.stop.confirm }).click()
  await expect(page.getByRole('heading', { name: savedSearches.stop.done })).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: texts.common.toSearch }).click()
  await expect(list).not.toContainText(savedSearches.mailed.day)

  await list.getByRole('button', { name: savedSearches.edit(word) }).click()
  const editing = page.getByRole('dialog', { name: savedSearches.editTitle })
  await editing.getByLabel(savedSearches.name, { exact: true }).fill('Порты')
  await editing.getByRole('button', { name: savedSearches.confirm }).click()
  await list.getByRole('button', { name: savedSearches.edit('Порты') }).click()
  await editing.getByRole('button', { name: savedSearches.remove }).click()
  await expect(list).toContainText(savedSearches.none)
  await expect(page.getByRole('button', { name: search.filters, exact: true })).toBeFocused()
})
