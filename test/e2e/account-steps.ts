import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { waitForCode } from '#test/support/sign-up.ts'
import { expect } from './fixtures.ts'

interface NewPerson {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Goes through the wizard up to its last step, by pointer. */
export async function askForSignUpCode(page: Page, texts: Messages, person: NewPerson): Promise<void> {
  await fillSteps(page, texts, person)
  await completeProof(page, texts)
  await expect(page.getByText(texts.accounts.code.sentTo(person.email))).toBeVisible()
}

/** Fills the first three steps, which leads to the captcha. */
export async function fillSteps(page: Page, { accounts }: Messages, person: NewPerson): Promise<void> {
  const next = page.getByRole('button', { name: accounts.continue })
  for (const field of ['username', 'email', 'password'] as const) {
    await page.getByLabel(accounts[field], { exact: true }).fill(person[field])
    await next.click()
  }
  await expect(page.getByRole('checkbox', { name: accounts.captcha.label })).toBeVisible()
}

/** Ticks the captcha and both boxes; the last tick requests the code. */
export async function completeProof(page: Page, { accounts }: Messages): Promise<void> {
  await page.getByRole('checkbox', { name: accounts.captcha.label }).check()
  // Real work: it takes as long as the machine needs.
  await expect(page.getByText(accounts.captcha.solved, { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('checkbox', { name: accounts.signUp.agreement.link }).check()
  // The box disappears with its step before it can be seen ticked.
  await page.getByRole('checkbox', { name: accounts.signUp.consent.link }).click()
}

/** Stops the page's clock, so that the greeting to come is there until `passGreeting`, however slow the machine is. */
export async function holdGreeting(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
}

/** Passes the two seconds of the greeting. */
export async function passGreeting(page: Page, { accounts }: Messages): Promise<void> {
  await expect(page.getByRole('dialog')).toContainText(accounts.overlay.redirecting)
  await page.clock.fastForward(2_000)
  await page.clock.resume()
}

/** Signs up from the first step to the result page; reads the code in the inbox. */
export async function signUpInBrowser(
  page: Page,
  texts: Messages,
  server: { readonly localUrl: string },
  person: NewPerson,
): Promise<void> {
  await askForSignUpCode(page, texts, person)
  await holdGreeting(page)
  await page.keyboard.type(await waitForCode(server, person.email))
  await expect(page.getByText(texts.accounts.overlay.welcome(person.username))).toBeVisible()
  await passGreeting(page, texts)
  await expect(page.getByRole('heading', { name: texts.accounts.results.ok })).toBeVisible()
}

/** Fills in and submits the login form. */
export async function logInBy(
  page: Page,
  { accounts }: Messages,
  { email, password }: Pick<NewPerson, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel(accounts.email, { exact: true }).fill(email)
  await page.getByLabel(accounts.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: accounts.continue }).click()
}

/** Logs in by the form where the greeting is not what the test is about. */
export async function logIn(
  page: Page,
  texts: Messages,
  person: Pick<NewPerson, 'email' | 'password'>,
): Promise<void> {
  await holdGreeting(page)
  await logInBy(page, texts, person)
  await passGreeting(page, texts)
}

/** Everything that the page stores in the browser. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])',
  )
}
