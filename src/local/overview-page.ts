import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { formatPrice } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { local } from '#shared/i18n/server-texts.ts'
import type { LoggedError } from '#server/recent-errors.ts'
import type { LocalPayment } from './yookassa/wire.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
section { border: 1px solid GrayText; border-radius: .75rem; padding: 1rem; margin: 1rem 0 }
h2 { margin: 0; font-size: 1.1rem }
p, ul { margin: .25rem 0 }
ul { padding: 0; list-style: none }
li { padding: .4rem 0; border-top: 1px solid color-mix(in srgb, GrayText 40%, transparent) }
li, code { overflow-wrap: anywhere }
code { display: block; font-size: .8125rem }
`
const styleHash = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const SHOWN_PAYMENTS = 10

/** What runs behind the local port. */
export interface LocalOverview {
  readonly publicUrl: string
  /** The number of emails in the local inbox; null with a real mail server. */
  readonly emails: (() => number) | null
  /** Oldest first; null with a real payment provider. */
  readonly payments: (() => Iterable<LocalPayment>) | null
  readonly googleSignIn: 'off' | 'local' | 'google'
  readonly hasMetrics: boolean
  /** Newest first. */
  readonly errors: () => readonly LoggedError[]
}

/** The page at the local port's own address: what there is on this machine, and what went wrong. */
export function registerOverview(fastify: FastifyInstance, overview: LocalOverview): void {
  fastify.get('/', async (request, reply) => {
    const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(overviewPage(language, overview))
  })
}

function overviewPage(language: Language, overview: LocalOverview): string {
  const t = local[language].overview
  const { publicUrl, emails, payments, googleSignIn, hasMetrics, errors } = overview
  const sections = [
    section(t.mail.title, emails && '/local/mail', emails === null ? t.mail.real : t.mail.count(emails())),
    payments === null ? section(t.payments.title, null, t.payments.real) : paymentsHtml(language, payments()),
    googleSignIn === 'off'
      ? section(t.google.title, null, t.google.off('GOOGLE_SIGN_IN=local'))
      : section(t.google.title, `${publicUrl}/login`, t.google[googleSignIn]),
    hasMetrics
      ? section(t.metrics.title, '/metrics', t.metrics.open)
      : section(t.metrics.title, null, t.metrics.token('METRICS_TOKEN')),
    errorsHtml(language, errors()),
  ]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<style>${STYLE}</style>
<main>
<h1>${t.title}</h1>
<p>${t.explanation}</p>
<p><a href="${escape(publicUrl)}">${escape(publicUrl)}</a></p>
${sections.join('\n')}
</main>
</html>
`
}

function section(title: string, link: string | null, text: string, list: readonly string[] = []): string {
  const head = link === null ? title : `<a href="${escape(link)}">${title}</a>`
  const items = list.length === 0 ? '' : `\n<ul>${list.map((item) => `<li>${item}</li>`).join('')}</ul>`
  return `<section><h2>${head}</h2><p>${text}</p>${items}</section>`
}

function paymentsHtml(language: Language, payments: Iterable<LocalPayment>): string {
  const t = local[language].overview.payments
  const newest = [...payments].slice(-SHOWN_PAYMENTS).toReversed()
  const list = newest.map(({ id, value, status, description, createdAt }) => {
    const name = escape(description ?? id)
    const facts = [formatPrice(Number(value), language), t.states[status], timeOf(createdAt, language)]
    return `<a href="/local/yookassa/pay/${id}">${name}</a> · ${facts.join(' · ')}`
  })
  return section(t.title, null, list.length === 0 ? t.none : t.some, list)
}

function errorsHtml(language: Language, errors: readonly LoggedError[]): string {
  const t = local[language].overview.errors
  const list = errors.map(
    ({ at, message, facts }) =>
      `${timeOf(at, language)} · ${escape(message)}<code>${escape(JSON.stringify(facts))}</code>`,
  )
  return section(t.title, null, list.length === 0 ? t.none : t.some, list)
}

function timeOf(instant: Date, language: Language): string {
  return `<time datetime="${instant.toISOString()}">${instant.toLocaleString(language)}</time>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
