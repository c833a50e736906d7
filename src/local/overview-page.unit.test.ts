import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openLocalListener } from '#server/http/local-listener.ts'
import { keepRecentErrors } from '#server/recent-errors.ts'
import { type LocalOverview, registerOverview } from './overview-page.ts'
import { LocalProvider } from './yookassa/local-provider.ts'

const now = () => new Date('2026-11-26T10:00:00Z')

async function read(overview: Partial<LocalOverview>, language: string): Promise<string> {
  const real = {
    publicUrl: 'http://127.0.0.1:3000',
    emails: null,
    payments: null,
    googleSignIn: 'off',
  } as const
  await using listener = await openLocalListener(0)
  const whole = { ...real, hasMetrics: true, errors: () => [], ...overview }
  await listener.serve([(fastify) => registerOverview(fastify, whole)], { error: () => undefined })
  const page = await fetch(listener.url, { headers: { 'accept-language': language } })
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  return await page.text()
}

it.each([
  ['en', 'Local services', '2 emails', '₽500 · paid'],
  ['ru', 'Локальные службы', '2\u00a0письма', '500\u00a0₽ · оплачен'],
])('in the language %s it lists what runs on this machine', async (language, title, emails, payment) => {
  const provider = new LocalProvider({ now, tell: () => undefined })
  const made = provider.create({
    amount: { value: '500.00', currency: 'RUB' },
    capture: true,
    confirmation: { type: 'redirect', return_url: 'http://127.0.0.1:3000/' },
    description: 'Light & <quick>',
    metadata: {},
  })
  provider.succeed(made)
  const page = await read(
    { emails: () => 2, payments: () => provider.payments.values(), googleSignIn: 'local' },
    language,
  )
  expect(page).toContain(`<h1>${title}</h1>`)
  expect(page).toContain(emails)
  expect(page).toContain(
    `<a href="/local/yookassa/pay/${made.id}">Light &#38; &#60;quick&#62;</a> · ${payment}`,
  )
  for (const link of ['/local/mail', 'http://127.0.0.1:3000/login', '/metrics'])
    expect(page).toContain(`<a href="${link}">`)
})

it('leads to no stand-in of a service that is configured', async () => {
  const page = await read({ hasMetrics: false }, 'en')
  for (const link of ['/local', '/login', '/metrics']) expect(page).not.toContain(`href="${link}`)
})

it('shows the last 20 errors of the log, and nothing of lower levels', async () => {
  const recent = keepRecentErrors({ now })
  const log = pino({ hooks: recent.hooks }, { write: () => undefined })
  for (let time = 1; time <= 25; time += 1)
    log.child({}).error({ route: '/search' }, `a request failed (${time})`)
  log.warn('a request could not be served')
  log.fatal('no facts')
  const page = await read({ errors: recent.list }, 'en')
  expect(recent.list().map(({ message }) => message)).toEqual([
    'no facts',
    ...Array.from({ length: 19 }, (_, place) => `a request failed (${25 - place})`),
  ])
  expect(page).toContain('a request failed (25)<code>{&#34;route&#34;:&#34;/search&#34;}</code>')
  expect(page).not.toContain('could not be served')
})
