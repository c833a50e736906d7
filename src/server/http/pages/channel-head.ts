import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { en } from '#shared/i18n/en.ts'
import { hardSpaces, NUMBER_LOCALES } from '#shared/i18n/formats.ts'
import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from '#shared/i18n/messages.ts'
import { ru } from '#shared/i18n/ru.ts'
import { channelPath, pathInLanguage } from '#shared/paths.ts'
import type { ChannelHead } from '#server/features/channels/channel-head.sql.ts'
import { escapeHtml } from './escape-html.ts'
import { type PreparedBody, prepareBody } from './prepared-body.ts'

const deflate = promisify(gzip)
const TEXTS = { en, ru } satisfies Record<Language, unknown>

interface HeadOptions {
  readonly language: Language
  readonly publicUrl: string
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean
}

/**
 * The shell with what its head says of a channel; null is a channel that there is not. The scripts show the page itself.
 * @param shell as it is sent for every other page, in the same language
 */
export async function shellOfChannel(
  shell: PreparedBody,
  channel: ChannelHead | null,
  options: HeadOptions,
): Promise<PreparedBody> {
  const html = shell.get('identity')?.bytes.toString() ?? ''
  const end = html.indexOf('</head>')
  // Without what the shell says of itself.
  const common = html.slice(0, end).replace(/<title>[^<]*<\/title>|<meta name="robots"[^>]*>/g, '')
  const own = channel === null ? goneHead(options) : headOf(channel, options)
  const identity = Buffer.from(common + own + html.slice(end))
  return prepareBody({ gzip: await deflate(identity), identity })
}

const NOINDEX = '<meta name="robots" content="noindex"/>'

function goneHead({ language }: HeadOptions): string {
  return `<title>${escapeHtml(TEXTS[language].channels.gone.title)}</title>${NOINDEX}`
}

function headOf(
  { channelId, name, thumbnail, subscribers }: ChannelHead,
  { language, publicUrl, isIndexed }: HeadOptions,
): string {
  const { channels, common, search } = TEXTS[language]
  const known = [name]
  if (subscribers !== null) {
    const written = hardSpaces(new Intl.NumberFormat(NUMBER_LOCALES[language]).format(subscribers))
    known.push(search.exactSubscribers(written, subscribers))
  }
  const description = `${known.join(': ')}. ${channels.description}`
  const address = (tag: Language) => publicUrl + pathInLanguage(channelPath(channelId, name), tag)
  // Pictures of the demo catalogue are drawings that no network shows.
  const ownPicture = thumbnail?.startsWith('https:') === true ? thumbnail : null
  const link = (rel: string, href: string, hreflang?: string) =>
    `<link rel="${rel}"${hreflang === undefined ? '' : ` hreflang="${hreflang}"`} href="${escapeHtml(href)}"/>`
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(content)}"/>`
  return [
    `<title>${escapeHtml(name)}</title>`,
    meta('name', 'description', description),
    ...(isIndexed ? [] : [NOINDEX]),
    link('canonical', address(language)),
    ...LANGUAGES.map((tag) => link('alternate', address(tag), tag)),
    link('alternate', address(FALLBACK_LANGUAGE), 'x-default'),
    meta('property', 'og:type', 'profile'),
    meta('property', 'og:site_name', common.productName),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address(language)),
    meta('property', 'og:image', ownPicture ?? `${publicUrl}/share-${language}.png`),
    meta('property', 'og:locale', language === 'ru' ? 'ru_RU' : 'en_GB'),
    meta('name', 'twitter:card', ownPicture === null ? 'summary_large_image' : 'summary'),
  ].join('')
}
