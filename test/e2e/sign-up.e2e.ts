import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { mailsTo, solveCaptcha, waitForCode } from '#test/support/sign-up.ts'
import {
  askForSignUpCode,
  completeProof,
  fillSteps,
  logIn,
  holdGreeting,
  passGreeting,
  signUpInBrowser,
  storedText,
} from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('a visitor who presses “get data”', () => {
  test.describe('on a phone', () => {
    test.use({ look: LOOKS.phoneEnglish })

    test('signs up for it, and is back at the card with the free uses', async ({
      page,
      texts,
      server,
      domain,
      popular,
    }) => {
      const { accounts, status } = texts
      const [, { channel_name: name } = { channel_name: '' }] = await popular('en')
      const person = { username: 'Анна_1', email: `anna@${domain}`, password: 'long enough' }
      const next = page.getByRole('button', { name: accounts.continue })
      const field = (of: 'username' | 'email') => page.getByLabel(accounts[of], { exact: true })
      await pressGetData(page, texts, name)
      await page.getByRole('main').getByRole('link', { name: status.authorization.signUpTitle }).click()
      await expect(page.getByText(accounts.purpose(name, 3))).toBeVisible()
      await field('username').fill(person.username)
      await next.click()
      await field('email').fill(person.email)

      // A look at the other way in and at the choice between them loses nothing that was typed.
      await page.getByRole('main').getByRole('link', { name: texts.common.logIn, exact: true }).click()
      await expect(field('email')).toHaveValue(person.email)
      await page.getByRole('main').getByRole('link', { name: accounts.signUp.title, exact: true }).click()
      await expect(field('username')).toHaveValue(person.username)
      await page.getByRole('button', { name: accounts.back }).click()
      await page.getByRole('main').getByRole('link', { name: status.authorization.signUpTitle }).click()
      await expect(field('username')).toHaveValue(person.username)
      expect(await storedText(page)).not.toMatch(/anna|Анна/i)
      await signUpInBrowser(page, texts, server, person)

      await page.getByRole('link', { name: accounts.results.backToChannel(name) }).click()
      await openContact(page, texts, name)
    })
  })

  test.describe('on a laptop', () => {
    test.use({ look: LOOKS.laptopRussian })

    test('logs in for it, and is back at the card', async ({ page, texts, popular, makePerson }) => {
      const { accounts, status } = texts
      const person = await makePerson()
      const [, { channel_name: name } = { channel_name: '' }] = await popular('ru')
      await pressGetData(page, texts, name)
      await page.getByRole('main').getByRole('link', { name: status.authorization.logInTitle }).click()
      await expect(page.getByText(accounts.purpose(name, 0), { exact: true })).toBeVisible()
      const email = page.getByLabel(accounts.email, { exact: true })
      await email.fill(person.email)
      await page.getByRole('main').getByRole('link', { name: accounts.signUp.title, exact: true }).click()
      await page.getByRole('main').getByRole('link', { name: texts.common.logIn, exact: true }).click()
      await expect(email).toHaveValue(person.email)
      await logIn(page, texts, person)
      await openContact(page, texts, name)
    })
  })
})

test.describe('the wizard', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('says what is wrong with each field, goes back without losing anything and stores nothing', async ({
    page,
    texts,
    domain,
  }) => {
    const { accounts, fieldProblems } = texts
    const next = page.getByRole('button', { name: accounts.continue })
    const back = page.getByRole('button', { name: accounts.back })
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await page.goto('/signup')

    await test.step('username', async () => {
      for (const [given, problem] of [
        ['ab', fieldProblems.username_short],
        ['12345', fieldProblems.username_digits],
        ['a b c', fieldProblems.username_characters],
      ] as const) {
        await field(accounts.username).fill(given)
        await next.click()
        await expect(page.getByRole('alert')).toContainText(problem)
        await expect(field(accounts.username)).toHaveAttribute('aria-invalid', 'true')
      }
      await field(accounts.username).fill('Анна_1')
      await next.click()
    })
    await test.step('e-mail', async () => {
      await expect(field(accounts.email)).toBeFocused()
      await next.click()
      await expect(page.getByRole('alert')).toContainText(fieldProblems.email_empty)
      await field(accounts.email).fill('anna@')
      await next.click()
      await expect(page.getByRole('alert')).toContainText(fieldProblems.email_invalid)
      await field(accounts.email).fill(` Anna@${domain} `)
      await next.click()
    })
    await test.step('password', async () => {
      await field(accounts.password).fill('1234')
      await next.click()
      await expect(page.getByRole('alert')).toContainText(fieldProblems.password_short)
      await field(accounts.password).fill('long enough')
      await page.getByRole('button', { name: accounts.showPassword }).click()
      await expect(field(accounts.password)).toHaveAttribute('type', 'text')
      await next.click()
    })
    await test.step('captcha and boxes', async () => {
      await page.getByRole('button', { name: accounts.signUp.sendCode }).click()
      await expect(page.getByRole('alert')).toContainText(fieldProblems.required)
      for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    })
    await test.step('back to the choice of logging in', async () => {
      await back.click()
      await expect(field(accounts.password)).toHaveValue('long enough')
      await back.click()
      await expect(field(accounts.email)).toHaveValue(` Anna@${domain} `)
      await back.click()
      await expect(field(accounts.username)).toHaveValue('Анна_1')
      expect(await storedText(page)).not.toMatch(/long enough|anna@|Анна/i)
      await back.click()
      await expect(page).toHaveURL('/authorization')
    })
  })
})

test.describe('the code', () => {
  test.use({ look: LOOKS.tabletRussian, refusals: [400], permissions: ['clipboard-read', 'clipboard-write'] })

  test('is typed or pasted, reported when wrong, and submitted by itself; the person can stay at the result', async ({
    page,
    texts,
    server,
    domain,
  }) => {
    const { code, results } = texts.accounts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    const cell = (place: number) => page.getByLabel(code.digit(String(place), '6'))
    await page.goto('/signup')
    await askForSignUpCode(page, texts, person)
    const right = await waitForCode(server, person.email)

    await expect(cell(1)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(cell(1)).toBeFocused()
    await page.keyboard.type('12x3')
    await expect(cell(4)).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(cell(3)).toBeFocused()
    await expect(cell(3)).toHaveValue('')

    await paste(page, `${wrongCode(right)}999`)
    await expect(page.getByRole('alert').getByText(results.invalid)).toBeVisible()
    await expect(page.getByRole('group', { name: code.label })).toHaveAccessibleDescription(
      new RegExp(results.invalid),
    )
    await expect(cell(1)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(1)).toBeFocused()
    await expect(cell(1)).toHaveValue('')

    await holdGreeting(page)
    await paste(page, right)
    await passGreeting(page, texts)
    const heading = page.getByRole('heading', { level: 1, name: results.ok })
    await expect(heading).toBeFocused()
    await expect(page.getByRole('main')).toContainText(results.okText('3'))
    // It would lead to the search after 5 seconds; any press will do to stay, wherever it is.
    await heading.click()
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('main')).toContainText(texts.status.countdown.stopped)
    await expect(page).toHaveURL('/signup')
  })

  test('can be sent again after a wait, and only the new one is valid', async ({
    page,
    texts,
    server,
    domain,
  }) => {
    const { code, results } = texts.accounts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    await page.clock.install()
    await page.goto('/signup')
    await page.evaluate(TYPE_AT_ONCE)
    await askForSignUpCode(page, texts, person)
    await test.step('no digit is lost that is typed the moment its cells appear', async () => {
      await page.keyboard.type('2345')
      for (const digit of ['1', '2', '3', '4', '5'])
        await expect(page.getByLabel(code.digit(digit, '6'))).toHaveValue(digit)
      for (const _ of '12345') await page.keyboard.press('Backspace')
      await expect(page.getByLabel(code.digit('1', '6'))).toHaveValue('')
    })
    const first = await waitForCode(server, person.email)
    const again = page.getByRole('button', { name: code.sendAgain })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await expect(again).toHaveAccessibleDescription(/\d/)
    await page.clock.fastForward(60_000)
    await expect(again).not.toHaveAttribute('aria-disabled')
    await again.click()
    await expect(page.getByText(code.sentAgain)).toBeVisible({ timeout: 30_000 })
    const second = await waitForCode(server, person.email, 2)
    await page.keyboard.type(first)
    await expect(page.getByRole('alert').getByText(results.invalid)).toBeVisible()
    await holdGreeting(page)
    await page.keyboard.type(second)
    await passGreeting(page, texts)
    await expect(page.getByRole('heading', { name: results.ok })).toBeVisible()
  })

  test('is valid when it was sent again but the answer was lost', async ({ page, texts, server, domain }) => {
    const { code, results } = texts.accounts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    await page.clock.install()
    await page.goto('/signup')
    await askForSignUpCode(page, texts, person)
    await page.clock.fastForward(60_000)
    await page.route('**/api/verification/signIn', async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    await page.getByRole('button', { name: code.sendAgain }).click()
    await expect(page.getByText(texts.common.offlineBroken)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('textbox').first().click()
    await holdGreeting(page)
    await page.keyboard.type(await waitForCode(server, person.email, 2))
    await passGreeting(page, texts)
    await expect(page.getByRole('heading', { name: results.ok })).toBeVisible()
  })
})

test.describe('the result', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('of an address with an account says so; no second email is sent', async ({
    page,
    texts,
    server,
    makePerson,
  }) => {
    const person = await makePerson()
    await page.clock.install()
    await page.goto('/signup')
    await fillSteps(page, texts, person)
    await completeProof(page, texts)
    await expect(page.getByRole('heading', { name: texts.accounts.results.exists })).toBeVisible()
    expect(await mailsTo(server, person.email)).toHaveLength(1)
    await page.clock.fastForward(5_000)
    await expect(page).toHaveURL('/search')
  })
})

test.describe('too many requests for a code', () => {
  test.use({ refusals: [429] })

  test('show how long to wait, and lose nothing', async ({ page, texts, server, makePerson }) => {
    const { email: taken, client } = await makePerson()
    const email = `new.${taken}`
    for (const _ of ['the first', 'the last of this minute'])
      await client.call('POST /verification/{action}', {
        params: { action: 'signIn' },
        body: { email, isRegistration: true, recaptchaValue: await solveCaptcha(client) },
      })
    await page.goto('/signup')
    await fillSteps(page, texts, { username: 'anna_example', email, password: 'long enough' })
    await completeProof(page, texts)
    await expect(page.getByRole('alert').filter({ hasText: texts.errors.too_many_requests })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/\d/)
    await expect(page.getByRole('checkbox', { name: texts.accounts.captcha.label })).toBeChecked()
    expect(await mailsTo(server, email)).toHaveLength(2)
  })
})

/** Finds the channel without an account, wants its contact, and follows the way to an account. */
async function pressGetData(
  page: Page,
  { accounts, common, reveals }: Messages,
  name: string,
): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  const card = page.getByRole('article', { name, exact: true })
  await card.getByRole('button', { name: reveals.getData }).click()
  await page.getByRole('alert').getByRole('link', { name: common.logInOrSignUp }).click()
  await expect(page).toHaveURL('/authorization')
  await expect(page.getByText(accounts.purpose(name, 3))).toBeVisible()
}

/** The card is there, the uses are unspent, and one of them opens the contact. */
async function openContact(page: Page, { reveals }: Messages, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/search\?.*channel=/)
  const card = page.getByRole('article', { name, exact: true })
  await expect(card).toContainText(reveals.uses('3'))
  await card.getByRole('button', { name: reveals.getData }).click()
  await expect(card.locator('[data-contact]')).toContainText('@')
  await expect(card).toContainText(reveals.uses('2'))
}

/** A different six-digit code. */
function wrongCode(right: string): string {
  return right.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+v')
}

/** Types a 1 as soon as a code's cells are in the page, before any later work of the page. */
const TYPE_AT_ONCE = `new MutationObserver((_, observer) => {
  if (document.querySelector('[autocomplete="one-time-code"]') === null) return
  observer.disconnect()
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true }))
}).observe(document.body, { childList: true, subtree: true })`
