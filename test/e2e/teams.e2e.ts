import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { insertPromocode } from '#server/features/uses/promocodes.sql.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { signUpInBrowser } from './account-steps.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'

// What one has no right to any more.
test.use({ refusals: [403] })

test('a colleague is invited, signs up on the way, spends uses of the team, and is out at once', async ({
  page,
  context,
  texts,
  server,
  domain,
  database,
  person: owner,
  popular,
}) => {
  const { reveals, shell, teams } = texts
  const colleague = { username: 'ivan_example', email: `ivan@${domain}`, password: 'long enough' }
  const [first, second = first] = await popular('en')
  let address = ''
  const purse = (at: Page, name: string) => at.getByRole('banner').getByRole('button', { name })

  await test.step('the owner makes a team and invites a colleague, by keyboard', async () => {
    await page.goto('/teams')
    const make = page.getByRole('main').getByRole('button', { name: teams.make })
    await tabTo(page, make)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: teams.make })
    await expect(panel.getByLabel(teams.name)).toBeFocused()
    await page.keyboard.type('  www.agency.example ')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText(texts.fieldProblems.name_link)
    await panel.getByLabel(teams.name).fill(' Agency ')
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    const dialog = page.getByRole('dialog', { name: teams.team.invite })
    await expect(dialog.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.type(colleague.email)
    await dialog.getByLabel(teams.team.budget).fill('1')
    await checkScreen(page, 'invitation to a team')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem', { name: colleague.email })).toContainText(teams.roles.buyer)
    await checkScreen(page, 'teams')
    await checkNarrow(page, 'teams')
  })

  const { client } = owner
  const [team] = (await client.call('GET /teams')).body.data
  client.teamId = team?.teamId ?? 0
  const code = `TEAM-${domain.split('.')[0]}`.toUpperCase()
  await insertPromocode(database, { code, uses: 46, places: null, lastDate: null }, new Date())
  await client.call('PUT /promocode', { body: { promocode: code } })
  const [email] = await waitForMails(server, colleague.email)
  const [link = ''] = /\/invitation\?token=[\w-]+/.exec(email?.text ?? '') ?? []

  await test.step('another account is told that the invitation is not for it', async () => {
    await page.goto(link)
    await expect(page.getByRole('alert').filter({ hasText: texts.errors.other_address })).toBeVisible()
    await expect(page.getByRole('button', { name: teams.invitation.accept })).toHaveCount(0)
  })

  await test.step('the colleague signs up on the way, comes back, and joins', async () => {
    await context.clearCookies()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: teams.invitation.heading('Agency') })).toBeVisible()
    await checkScreen(page, 'invitation')
    await page.getByRole('main').getByRole('link', { name: teams.invitation.signUp }).click()
    await signUpInBrowser(page, texts, server, colleague)
    await page.getByRole('main').getByRole('link', { name: texts.status.countdown.back.label }).click()
    await page.getByRole('button', { name: teams.invitation.accept }).click()
    await expect(page.getByRole('heading', { name: teams.invitation.joined('Agency') })).toBeVisible()
    await expect(purse(page, teams.purse.of(teams.purse.own, '3', 3))).toBeVisible()
  })

  await test.step('switches to the team, in this tab alone', async () => {
    await page.goto(`/channel/${first.channelId}`)
    await choose(page, texts, { from: teams.purse.own, to: teams.purse.of('Agency', '46', 46) })
    const other = await context.newPage()
    await other.goto('/purchases')
    await choose(other, texts, { from: 'Agency', to: teams.purse.of(teams.purse.own, '3', 3) })
    await page.reload()
    await expect(purse(page, teams.purse.of('Agency', '46', 46))).toBeVisible()
    await other.reload()
    await expect(purse(other, teams.purse.of(teams.purse.own, '3', 3))).toBeVisible()
    await other.close()
  })

  await test.step('opens a contact: the team pays', async () => {
    const panel = page.getByRole('article', { name: first.channel_name, exact: true })
    await expect(panel).toContainText(teams.pays('Agency', '46', 46))
    await page.getByRole('button', { name: reveals.getData }).click()
    const contact = page.getByRole('main').locator('[data-contact]')
    await expect(contact).toContainText('@')
    address = (await contact.textContent()) ?? ''
    await expect(purse(page, teams.purse.of('Agency', '45', 45))).toBeVisible()
    const purchases = await client.call('GET /purchases')
    expect(purchases.body.data[0]).toMatchObject({ openedBy: { name: colleague.username } })
  })

  await test.step('the budget of the month allows no second one, and says so', async () => {
    await page.goto(`/channel/${second.channelId}`)
    await page.getByRole('button', { name: reveals.getData }).click()
    await expect(page.getByText(teams.overBudget('Agency', '0', 0))).toBeVisible()
    await expect(page.getByText(reveals.notSpent)).toBeVisible()
  })

  const teamId = client.teamId ?? 0
  const { members } = (await client.call('GET /teams/{teamId}', { params: { teamId } })).body.data
  const memberId = members.find(({ isSelf }) => !isSelf)?.memberId ?? 0
  const giveRole = (role: 'viewer' | 'buyer') =>
    client.call('PUT /teams/{teamId}/members/{memberId}', {
      params: { teamId, memberId },
      body: { role, budget: 1 },
    })

  await test.step('as a viewer, reads the list and the board, and can change nothing there', async () => {
    await giveRole('viewer')
    await page.goto('/lists')
    const stage = page.getByRole('combobox', { name: texts.purchases.statusOf(first.channel_name) })
    await expect(stage).toBeDisabled()
    await page.getByRole('checkbox', { name: texts.cards.select(first.channel_name) }).check()
    await expect(page.getByRole('button', { name: texts.cards.change, exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: texts.cards.addToList, exact: true })).toBeDisabled()
    await page.getByRole('button', { name: texts.cards.views.board }).click()
    await expect(page.getByText(texts.cards.boardHintReading)).toBeVisible()
    await expect(stage).toBeDisabled()
    await page.getByRole('button', { name: first.channel_name, exact: true }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    const found = page.getByRole('region', { name: new RegExp(`^${texts.purchases.statuses.found} 1$`) })
    await expect(found.getByRole('button', { name: first.channel_name, exact: true })).toBeFocused()
    await giveRole('buyer')
  })

  await test.step('is removed: the next press shows nothing of the team any more', async () => {
    await page.goto('/purchases')
    const bought = page.locator('[data-purchase]').filter({ hasText: first.channel_name })
    await expect(bought).toContainText(address)
    await expect(bought).toContainText(colleague.username)
    await client.call('DELETE /teams/{teamId}/members/{memberId}', { params: { teamId, memberId } })
    const status = bought.getByRole('combobox')
    await status.selectOption({ index: 1 })
    await expect(page.getByRole('alert').filter({ hasText: teams.purse.lost })).toBeVisible()
    await expect(page).toHaveURL('/purchases')
    await expect(page.getByText(texts.purchases.emptyTitle)).toBeVisible()
    await expect(page.getByText(address)).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: shell.balance('3', 3) })).toBeVisible()
  })
})

/** Chooses who pays, in the header. */
async function choose(
  page: Page,
  { teams }: Messages,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: new RegExp(`^${from} · .*${teams.purse.choose}`) }).click()
  await header.getByRole('button', { name: to, exact: true }).click()
  await expect(header.getByRole('button', { name: `${to}. ${teams.purse.choose}` })).toBeVisible()
}
