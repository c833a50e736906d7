import { CONSENT } from '#shared/legal/consent.ts'
import { PURPOSE } from '#shared/legal/purpose.ts'
import { TERMS } from '#shared/legal/terms.ts'
import { waitForCode } from '#test/support/sign-up.ts'
import { completeProof } from './account-steps.ts'
import { checkScreenEverywhere as check } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { follow } from './page-scripts.ts'

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`in ${look.language}, from ${look.width} px to all widths`, () => {
    // Shows end states at once: half-faded texts have too little contrast.
    test.use({ look, contextOptions: { reducedMotion: 'reduce' }, refusals: [404] })

    test('screens for everybody', async ({ page, texts }) => {
      const { status, landing, accounts, feedback, objections, reveals, statistics } = texts
      const headings = {
        '/authorization': status.authorization.title,
        '/login': accounts.login.title,
        '/forbidden': status.forbidden.title,
        '/unauthorized': status.unauthorized.title,
        '/toomanyrequests': status.tooManyRequests.title,
        '/reset': accounts.newPassword.title,
        '/no-such-page': status.notFound.title,
        '/reset?token=of-a-email': accounts.newPassword.title,
        '/terms': TERMS.texts[look.language].title,
        '/purpose': PURPOSE.texts[look.language].title,
        '/dataprocessing': CONSENT.texts[look.language].title,
        '/optout': objections.title,
      }
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: landing.headline })).toBeVisible()
      await check(page, '/')
      for (const [address, heading] of Object.entries(headings)) {
        await follow(page, address)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await check(page, address)
      }
      for (const [address, text] of [
        ['/vote', feedback.vote.sponsorTitle],
        ['/purchases', reveals.logInFirst],
        ['/promotion', statistics.visitorText],
      ] as const) {
        await follow(page, address)
        await expect(page.getByRole('main').getByText(text)).toBeVisible()
        await check(page, `${address} of a visitor`)
      }
    })

    test('screens of the search', async ({ page, texts, popular }) => {
      const { search } = texts
      const [channel] = await popular(look.language)
      await page.goto('/search')
      await expect(page.getByText(search.startTitle)).toBeVisible()
      await check(page, 'search before anything was asked')
      await page.getByRole('button', { name: search.filters, exact: true }).click()
      await page.getByRole('button', { name: search.contentTypes.Music, exact: true }).click()
      // On a phone the button to the results floats over the content.
      await page.getByRole('article').scrollIntoViewIfNeeded()
      await check(page, 'filters and results')
      await follow(page, `/search?q=${encodeURIComponent(channel.channel_name)}`)
      await expect(page.getByRole('article', { name: channel.channel_name, exact: true })).toBeVisible()
      await check(page, 'results of a name')
      await follow(page, '/search?q=qqqqzzzzxxxx')
      await expect(page.getByRole('main').getByText(search.emptyTitle)).toBeVisible()
      await check(page, 'nothing found')
    })

    test('screens of a person', async ({ page, texts, person, popular }) => {
      const { purchases, reveals, accounts } = texts
      const [channel, second] = await popular(look.language)
      await page.goto('/purchases')
      await expect(page.getByText(purchases.emptyTitle)).toBeVisible()
      await check(page, 'no purchases yet')
      for (const { channelId } of [channel, ...(second === undefined ? [] : [second])]) {
        await person.client.call('POST /getemail', { body: { channelId } })
      }
      await page.goto('/purchases')
      await expect(page.getByText(purchases.total(2, '2'))).toBeVisible()
      await check(page, 'purchases')
      await page.getByRole('button', { name: purchases.views.table }).click()
      await expect(page.getByRole('table', { name: purchases.title })).toBeVisible()
      await check(page, 'purchases as a table')
      await page.getByRole('button', { name: purchases.views.cards }).click()
      await page.getByRole('button', { name: purchases.remove(channel.channel_name) }).click()
      await expect(page.getByRole('button', { name: purchases.undo })).toBeVisible()
      await check(page, 'a removed purchase')
      await follow(page, `/search?q=${encodeURIComponent(second?.channel_name ?? '')}`)
      await expect(page.getByRole('main').getByText(reveals.toPurchases)).toBeVisible()
      await check(page, 'a bought contact')
      await follow(page, '/profile')
      await expect(page.getByText(person.email)).toBeVisible()
      await check(page, 'profile')
      await page.getByRole('button', { name: accounts.profile.logOut, exact: true }).click()
      await expect(page.getByText(accounts.overlay.goodbye(person.username))).toBeVisible()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' } })

  test('screens of signing up', async ({ page, texts, server, domain }) => {
    const { accounts, fieldProblems } = texts
    const next = page.getByRole('button', { name: accounts.continue })
    const email = `anna@${domain}`
    await page.goto('/signup')
    for (const [field, value, problem] of [
      [accounts.username, 'anna_example', fieldProblems.username_short],
      [accounts.email, email, fieldProblems.email_empty],
      [accounts.password, 'long enough', fieldProblems.password_short],
    ] as const) {
      await next.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(problem)
      await check(page, field)
      await page.getByLabel(field, { exact: true }).fill(value)
      await next.click()
    }
    await page.getByRole('button', { name: accounts.signUp.sendCode }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(fieldProblems.required)
    await check(page, 'captcha and boxes')
    await completeProof(page, texts)
    await expect(page.getByText(accounts.code.sentTo(email))).toBeVisible()
    await check(page, 'code')
    await page.keyboard.type(await waitForCode(server, email))
    await expect(page.getByRole('heading', { name: accounts.results.ok })).toBeVisible()
    await page.keyboard.press('Shift')
    await check(page, 'result of signing up')
  })

  test.describe('a page whose code cannot be fetched', () => {
    test.use({
      complaints: [
        /dynamically imported module|Unable to preload CSS|Couldn't load preload assets|ERR_FAILED/,
      ],
    })

    test('because of the connection, or for another reason', async ({ page, texts, context }) => {
      const { shell, status } = texts
      const heading = page.getByRole('heading', { level: 1 })
      const terms = page.getByRole('contentinfo').getByRole('link', { name: shell.terms })
      await page.goto('/forbidden')
      await expect(heading).toHaveText(status.forbidden.title)
      await context.setOffline(true)
      await terms.click()
      await expect(heading).toHaveText(shell.offlineTitle)
      await check(page, 'offline')
      await context.setOffline(false)
      // It opens by itself.
      await expect(heading).not.toHaveText(shell.offlineTitle)
      await page.goto('/forbidden')
      await page.route('**/*.js', (route) => route.abort())
      await terms.click()
      await expect(heading).toHaveText(shell.errorTitle)
      await check(page, 'error')
    })
  })
})
