import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FALLBACK_LANGUAGE, type Language } from '#shared/i18n/messages.ts'
import { asLanguage } from '#shared/i18n/negotiate.ts'
import { describeSeller, type Seller } from '#shared/legal/seller.ts'
import { THUMBNAIL_HOSTS } from '#server/features/catalogue/channel-links.ts'
import type { Config } from '#server/config/config.ts'
import type { Widget, WidgetDirective } from '#server/widget.ts'
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
  | 'apiKey'
  | 'publicUrl'
  | 'supportEmail'
  | 'sellerName'
  | 'sellerInn'
  | 'sellerOgrn'
  | 'sellerAddress'
  | 'sellerPhone'
>

interface PageOptions extends Filling {
  readonly widgets: readonly Widget[]
}

/** Reads every built page (`LANGUAGE/NAME.html`), inserts the installation's values, and compresses it once. */
export async function loadPages(
  folder: string,
  config: PageOptions,
): Promise<ReadonlyMap<string, ServedPage>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  const entries = names.map(async (name) => {
    const key = name.slice(0, -'.html'.length).split(path.sep).join('/')
    const html = fill(await readFile(path.join(folder, name), 'utf8'), config, languageOf(key))
    return [key, await toServed(html, config)] as const
  })
  return new Map(await Promise.all(entries))
}

function languageOf(key: string): Language {
  return asLanguage(key.split('/')[0]) ?? FALLBACK_LANGUAGE
}

function fill(html: string, config: Filling, language: Language): string {
  const seller: Seller = {
    name: config.sellerName,
    inn: config.sellerInn,
    ogrn: config.sellerOgrn,
    address: config.sellerAddress,
    phone: config.sellerPhone,
  }
  const values = {
    API_KEY: config.apiKey,
    PUBLIC_URL: config.publicUrl,
    SELLER: describeSeller(seller, language),
    // For the script, which writes the same sentence in the language that the person chooses.
    SELLER_FACTS: JSON.stringify({ ...seller, email: config.supportEmail }),
    SUPPORT_EMAIL: config.supportEmail,
  }
  return html.replace(/%([A-Z_]+)%/g, (mark, name: string) =>
    name in values ? escapeHtml(values[name as keyof typeof values]) : mark,
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

function policyOf(html: string, { publicUrl, widgets }: PageOptions): string {
  const opened = (name: WidgetDirective) => widgets.flatMap(({ allows }) => allows[name] ?? [])
  const directives: Readonly<Record<WidgetDirective, readonly string[]>> = {
    'script-src': ["'self'", hashesOf(html, 'script')],
    'style-src': ["'self'", hashesOf(html, 'style')],
    'img-src': ["'self'", 'data:', ...THUMBNAIL_HOSTS.map((host) => `https://${host}`)],
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
