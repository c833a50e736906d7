import { createHash } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'
import { en, type Messages } from '#shared/i18n/en.ts'
import { LANGUAGE_COOKIE } from '#shared/i18n/negotiate.ts'
import { ru } from '#shared/i18n/ru.ts'
import type { Db } from '#server/db/connect.ts'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'
import { type Channel, inactiveChannel, popularChannels } from './popular-channels.ts'
import { LOOKS, type Look } from './looks.ts'
import { waitUntilUsable } from './page-scripts.ts'
import { makeOwnChannel, openProductDatabase, type OwnChannel } from './product-database.ts'
import { TRANSLATION } from './translate-page.ts'

const API_KEY = 'channelbook-web'
/** This browser's own seed of the order `mix`, as addresses carry it. */
export const MIX_SEED = 7
const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 } as const

/** A person with an account, and a client of their own beside the browser. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly client: TestClient
}

interface Fixtures {
  readonly look: Look
  /** The error statuses that the test provokes; any other fails it. */
  readonly refusals: readonly number[]
  /** The console errors that the test provokes; any other fails it. */
  readonly complaints: readonly RegExp[]
  /** Further origins that the page may load from. */
  readonly providers: readonly string[]
  /** The test's own network address, and the domain of its people. */
  readonly network: string
  readonly domain: string
  readonly texts: Messages
  /** The product, and its stand-ins. */
  readonly server: { readonly baseUrl: string; readonly localUrl: string; readonly dataDir?: string }
  readonly database: Db
  /** Creates an account without the browser. */
  readonly makePerson: () => Promise<Person>
  /** A language's active channels with a known contact, most subscribers first. */
  readonly popular: (language: string) => Promise<readonly [Channel, ...Channel[]]>
  /** A popular channel of a language without an upload for three months or more. */
  readonly inactive: (language: string) => Promise<Channel>
  /** Makes a channel of the test's own, which searches find if it is given a name. */
  readonly makeChannel: (name?: string) => Promise<OwnChannel>
  /** A person who is logged in in the browser. */
  readonly person: Person
  /** Fails the test on console errors, policy violations, unexpected answers, and requests to other origins. */
  readonly guard: void
}

export const test = base.extend<Fixtures>({
  look: [LOOKS.laptopEnglish, { option: true }],
  refusals: [[], { option: true }],
  complaints: [[], { option: true }],
  providers: [[], { option: true }],

  network: async ({ browserName: _ }, use, { testId }) => {
    // Different for every test, the same in every run.
    const [a, b, c] = createHash('sha256').update(testId).digest()
    await use(`10.${a}.${b}.${c}`)
  },
  domain: async ({ network }, use) => use(`n${network.replaceAll('.', '-')}.example`),
  texts: async ({ look }, use) => use(look.language === 'ru' ? ru : en),
  server: async ({ browserName: _ }, use) =>
    use({
      baseUrl: process.env['E2E_URL'] ?? '',
      localUrl: process.env['E2E_LOCAL_URL'] ?? '',
      dataDir: process.env['E2E_DATA_DIR'] ?? '',
    }),
  database: async ({ server: { dataDir } }, use) => {
    if (dataDir === undefined) throw new Error('The data folder of this product is not known')
    await using opened = await openProductDatabase(dataDir)
    await use(opened.db)
  },

  baseURL: async ({ server }, use) => use(server.baseUrl),
  viewport: async ({ look: { width } }, use) => use({ width, height: HEIGHTS[width] }),
  colorScheme: async ({ look }, use) => use(look.theme),
  locale: async ({ look }, use) => use(look.language === 'ru' ? 'ru-RU' : 'en-GB'),
  hasTouch: async ({ look }, use) => use(look.width < 1000),
  extraHTTPHeaders: async ({ network }, use) => use({ 'x-forwarded-for': network }),
  context: async ({ context, look, baseURL }, use) => {
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: look.language, url: baseURL ?? '' }])
    // The same mix in every run. Documents without an origin have no storage.
    await context.addInitScript(`try { localStorage.setItem('mixSeed', '${MIX_SEED}') } catch {}`)
    if (look.isTranslated === true) await context.addInitScript(TRANSLATION)
    await use(context)
  },

  // Until a page's scripts work, the browser itself follows its links. A test that means that time says 'commit'.
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const settle = async (waitUntil: string | undefined) => {
      if (javaScriptEnabled !== false && waitUntil !== 'commit') await waitUntilUsable(page)
    }
    page.goto = async (address, options) => {
      const response = await goto(address, options)
      await settle(options?.waitUntil)
      return response
    }
    page.reload = async (options) => {
      const response = await reload(options)
      await settle(options?.waitUntil)
      return response
    }
    await use(page)
  },

  makePerson: async ({ server, network, domain }, use) => {
    let made = 0
    await use(async () => {
      made += 1
      const email = `person${made}@${domain}`
      const client = new TestClient({
        ...server,
        clientKey: API_KEY,
        headers: { 'x-forwarded-for': network },
      })
      await signUp(server, client, email)
      // They know their way; newcomers sign up in the browser.
      await client.call('DELETE /first-steps')
      return { email, password: PASSWORD, username: 'Anna_1', client }
    })
  },
  popular: async ({ server, network }, use) => {
    const client = new TestClient({ ...server, clientKey: API_KEY, headers: { 'x-forwarded-for': network } })
    await use((language) => popularChannels(client, language))
  },
  inactive: async ({ server, network }, use) => {
    const client = new TestClient({ ...server, clientKey: API_KEY, headers: { 'x-forwarded-for': network } })
    await use((language) => inactiveChannel(client, language))
  },
  makeChannel: async ({ database, network, domain }, use) => {
    let made = 0
    // The network is different for every test.
    const [, a = 0, b = 0, c = 0] = network.split('.').map(Number)
    await use((name) => {
      const number = ((a * 256 + b) * 256 + c) * 100 + made++
      return makeOwnChannel(database, { number, domain, ...(name !== undefined && { name }) })
    })
  },
  person: async ({ makePerson, context, baseURL }, use) => {
    const person = await makePerson()
    const cookies = [...person.client.cookies].map(([name, value]) => ({ name, value, url: baseURL ?? '' }))
    await context.addCookies(cookies)
    await use(person)
  },

  guard: [
    async ({ page, refusals, complaints, providers, server }, use) => {
      const origins = [server.baseUrl, server.localUrl, ...providers]
      const problems = watch(page, { refusals, complaints, origins })
      await use()
      base.expect(problems, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Answers are checked by status; connections fail only where a test makes them. */
const JUDGED = /^Failed to load resource: (?:the server responded|net::ERR_INTERNET_DISCONNECTED)/

interface Expected {
  readonly refusals: readonly number[]
  readonly complaints: readonly RegExp[]
  readonly origins: readonly string[]
}

/** Collects what must not happen on a page. Chromium reports policy violations on the console as well. */
function watch(page: Page, { refusals, complaints, origins }: Expected): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type())
    const isExpected = [JUDGED, ...complaints].some((expected) => expected.test(message.text()))
    if (isProblem && !isExpected) problems.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !refusals.includes(status)) problems.push(`${status} ${response.url()}`)
  })
  page.on('request', (request) => {
    const isOwn =
      origins.some((origin) => request.url().startsWith(origin)) || /^(?:blob|data):/.test(request.url())
    if (!isOwn) problems.push(`request to ${request.url()}`)
  })
  return problems
}
