import { endPromocode, insertPromocode } from '#server/features/uses/promocodes.sql.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { tabTo } from './tab-to.ts'

test.describe('a promocode', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' }, refusals: [400] })

  test('gives its uses once, and is refused when it is wrong or used', async ({
    page,
    texts,
    person,
    database,
    domain,
  }) => {
    const { accounts, errors, fieldProblems } = texts
    const { promocode, history } = texts.uses
    const code = `E2E-${domain.split('.')[0]}`.toUpperCase()
    await insertPromocode(database, { code, uses: 21, places: null, lastDate: null }, new Date())
    await page.goto('/profile')
    const open = page.getByRole('button', { name: promocode.open })
    const panel = page.getByRole('dialog', { name: promocode.panel })
    const field = panel.getByLabel(promocode.label, { exact: true })
    const balance = page.getByRole('article', { name: accounts.profile.balance, exact: true })
    await expect(balance).toContainText('3')

    await test.step('wrong ones', async () => {
      await open.focus()
      await page.keyboard.press('Enter')
      await expect(field).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('alert')).toHaveText(fieldProblems.required)
      await field.fill('NO-SUCH-CODE')
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('alert')).toHaveText(`${errors.wrong_promocode} ${promocode.unknown}`)
      await checkScreen(page, 'panel of the promocode')
      await checkNarrow(page, 'panel of the promocode')
    })

    await test.step('the right one, written as people write', async () => {
      await field.fill(` ${code.toLowerCase()} `)
      await panel.getByRole('button', { name: promocode.confirm }).click()
      await expect(page.getByText(promocode.activated(21, '21'))).toBeVisible()
      await expect(panel).toBeHidden()
      await expect(balance).toContainText('24')
      const entry = page.getByRole('list', { name: history.title }).getByRole('listitem').first()
      await expect(entry).toContainText(history.given.promocode(code))
      await expect(entry).toContainText('+21')
      expect((await person.client.call('GET /cookie')).body.data.userInformation.uses).toBe(24)
    })

    await test.step('the same again', async () => {
      await open.click()
      await field.fill(code)
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('alert')).toHaveText(errors.promocode_used)
    })

    await test.step('one that has ended', async () => {
      const ended = { code: `${code}-OLD`, uses: 5, places: null, lastDate: null }
      await insertPromocode(database, ended, new Date())
      await endPromocode(database, ended.code, new Date())
      await field.fill(`${code}-OLD`)
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('alert')).toHaveText(errors.promocode_ended)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(open).toBeFocused()
      await page.evaluate('globalThis.opener = document.activeElement')
      await page.keyboard.press('Enter')
      // Closed and opened again before the browser has told that it was closed.
      await page.evaluate(`(async () => {
        document
          .querySelector('dialog[open]')
          .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        await Promise.resolve()
        globalThis.opener.click()
      })()`)
      await tabTo(page, panel.getByRole('button', { name: texts.common.close }))
      await page.keyboard.press('Enter')
      await expect(panel).toHaveCount(0)
      await expect(open).toBeFocused()
      await page.reload()
      await expect(balance).toContainText('24')
    })
  })
})
