import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { en } from '#shared/i18n/en.ts'
import { FALLBACK_LANGUAGE, LANGUAGES, type Language, type Texts } from '#shared/i18n/messages.ts'
import { asLanguage } from '#shared/i18n/negotiate.ts'
import { ru } from '#shared/i18n/ru.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { PATHS } from '#shared/paths.ts'
import { describeSeller, type Seller } from '#shared/legal/seller.ts'
import { COUNT_NAMES, type Counts, writeCount } from '#shared/rules/catalogue-counts.ts'
import type { Config } from '#server/config/config.ts'
import type { Legal } from '#server/legal.ts'
import type { Notice } from '#server/notices/notices.sql.ts'
import { pictureHosts } from '#server/platforms/pictures.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import type { Widget, WidgetDirective } from '#server/widget.ts'
import { escapeHtml } from './escape-html.ts'
import { noticeLines } from './notice-lines.ts'
import { type PreparedBody, prepareBody } from './prepared-body.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const BROTLI_QUALITY = 9

/** A page, ready to be sent. */
export interface ServedPage {
  readonly body: PreparedBody
  /** The page's content security policy; its other security headers are those of every answer. */
  readonly policy: string
  /** The same with what the providers' widgets need, for the login and sign-up pages. */
  readonly openedPolicy: string
}

/** The part of the configuration that appears in pages. */
export type Filling = Pick<
  Config,
  | 'clientKey'
  | 'demo'
  | 'otelEndpoint'
  | 'publicUrl'
  | 'supportEmail'
  | 'sellerName'
  | 'sellerInn'
  | 'sellerOgrn'
  | 'sellerAddress'
  | 'sellerPhone'
>

interface PageOptions extends Filling {
  readonly legal: Legal
  readonly widgets: readonly Widget[]
  readonly counts: Counts
  readonly notices: readonly Notice[]
}

/** Every built page (`LANGUAGE/NAME`) with its placeholders. */
export type BuiltPages = ReadonlyMap<string, string>

/** Reads every built page once: a later build must not mix with the files that this process serves. */
export async function readPages(folder: string): Promise<BuiltPages> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  const entries = names.map(async (name) => {
    const key = name.slice(0, -'.html'.length).split(path.sep).join('/')
    return [key, await readFile(path.join(folder, name), 'utf8')] as const
  })
  return new Map(await Promise.all(entries))
}

/** Inserts the installation's values into every page, and compresses it. */
export async function fillPages(
  built: BuiltPages,
  config: PageOptions,
): Promise<ReadonlyMap<string, ServedPage>> {
  const entries = [...built].map(
    async ([key, html]) => [key, await toServed(fill(html, config, languageOf(key)), config)] as const,
  )
  return new Map(await Promise.all(entries))
}

function languageOf(key: string): Language {
  return asLanguage(key.split('/')[0]) ?? FALLBACK_LANGUAGE
}

function fill(html: string, config: PageOptions, language: Language): string {
  const seller: Seller = {
    name: config.sellerName,
    inn: config.sellerInn,
    ogrn: config.sellerOgrn,
    address: config.sellerAddress,
    phone: config.sellerPhone,
  }
  const values = {
    API_KEY: config.clientKey,
    TRACING: config.otelEndpoint === '' ? '' : 'on',
    PUBLIC_URL: config.publicUrl,
    SELLER: describeSeller(seller, language),
    // For the script, which writes the same sentence in the language that the person chooses.
    SELLER_FACTS: JSON.stringify({ ...seller, email: config.supportEmail }),
    SUPPORT_EMAIL: config.supportEmail,
    LEGAL_VERSIONS: JSON.stringify(datesOf(config.legal)),
    COUNTS: JSON.stringify(config.counts),
    ...writeCounts(config.counts, language),
  }
  const above = noticeLines(config.notices) + (config.demo ? DEMO_LINE : '')
  const filled = html.replace(/%([A-Z_]+)%/g, (mark, name: string) =>
    name in values ? escapeHtml(values[name as keyof typeof values]) : mark,
  )
  return above === '' ? filled : filled.replace('<body>', () => `<body>${above}`)
}

/** The dates of each legal text that has more versions than the one with which the pages were built. */
function datesOf(legal: Legal): Readonly<Record<string, readonly string[]>> {
  const documents = Object.entries(legal).filter(([, versions]) => versions.length > 1)
  return Object.fromEntries(documents.map(([name, versions]) => [name, versions.map(({ date }) => date)]))
}

const DEMO_STYLE = `
.demo { padding: .5rem 1rem; text-align: center; text-wrap: balance; font: 500 .875rem/1.5 var(--font); color: var(--paper); background: var(--ink) }
.demo a { color: inherit; text-decoration: underline; white-space: nowrap }
:root:lang(en) .demo:lang(ru), :root:lang(ru) .demo:lang(en) { display: none }
`

/** Above everything, in both languages: the page changes its own without being loaded again. */
const DEMO_LINE = `<style>${DEMO_STYLE}</style>${LANGUAGES.map((language) => {
  const t = local[language].demo
  return `<aside class="demo" lang="${language}" aria-label="${escapeHtml(t.label)}">${escapeHtml(t.line)} <a href="${PATHS.login}">${escapeHtml(t.enter)}</a> · <a href="/local/mail">${escapeHtml(t.mail)}</a></aside>`
}).join('')}`

const COUNT_WORDS: Readonly<Record<Language, Texts<typeof en.landing.counts>>> = {
  en: en.landing.counts,
  ru: ru.landing.counts,
}

/** Each count as `CHANNELS`, and the noun that follows it as `CHANNELS_WORD`. */
function writeCounts(counts: Counts, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    COUNT_NAMES.flatMap((name) => {
      const mark = name.toUpperCase()
      return [
        [mark, writeCount(counts[name], language)],
        [`${mark}_WORD`, COUNT_WORDS[language][name](counts[name] ?? 0)],
      ]
    }),
  )
}

async function toServed(html: string, config: PageOptions): Promise<ServedPage> {
  const identity = Buffer.from(html)
  const [br, compressed] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    deflate(identity, { level: 9 }),
  ])
  return {
    body: prepareBody({ br, gzip: compressed, identity }),
    policy: policyOf(html, { ...config, widgets: [] }),
    openedPolicy: policyOf(html, config),
  }
}

function policyOf(html: string, { publicUrl, widgets }: Pick<PageOptions, 'publicUrl' | 'widgets'>): string {
  const opened = (name: WidgetDirective) => widgets.flatMap(({ allows }) => allows[name] ?? [])
  const directives: Readonly<Record<WidgetDirective, readonly string[]>> = {
    'script-src': ["'self'", hashesOf(html, 'script')],
    'style-src': ["'self'", hashesOf(html, 'style')],
    'img-src': ["'self'", 'data:', ...pictureHosts(PLATFORMS).map((host) => `https://${host}`)],
    'connect-src': ["'self'"],
    'frame-src': [],
  }
  const named = Object.entries(directives).flatMap(([name, sources]) => {
    const all = [...sources, ...opened(name as WidgetDirective)]
    return all.length === 0 ? [] : [`${name} ${all.join(' ')}`]
  })
  return [
    "default-src 'self'",
    ...named,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The policy's hashes of all inline elements of a kind. */
function hashesOf(html: string, tag: 'script' | 'style'): string {
  return [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))]
    .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join(' ')
}
