import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

test.describe('an error of the page', () => {
  const look = LOOKS.phoneRussian
  // Shows end states at once: half-faded texts have too little contrast.
  test.use({ look, contextOptions: { reducedMotion: 'reduce' }, complaints: [/removeChild/] })

  test('leads to what was just bought', async ({ page, texts, person: _, popular }) => {
    const { shell, reveals } = texts
    const [{ channel_name: name }] = await popular(look.language)
    await page.goto(`/search?q=${encodeURIComponent(name)}`)
    const answer = await holdAnswers(page, '**/api/getemail')
    const button = page.getByRole('article').getByRole('button', { name: reveals.getData, exact: true })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    // As extensions do that change pages.
    await page.evaluate(`document.querySelector('article button[aria-busy="true"] > span').remove()`)
    await answer.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shell.errorTitle)
    await checkScreen(page, 'an error after a purchase')
    await checkNarrow(page, 'an error after a purchase')
    const screen = page.getByRole('alert').filter({ hasText: shell.errorBought })
    await screen.getByRole('link', { name: shell.toPurchases }).click()
    await expect(page.getByRole('article', { name })).toContainText('@')
  })
})
