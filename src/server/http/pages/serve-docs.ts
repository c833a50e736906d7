import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FALLBACK_LANGUAGE, type Language } from '#shared/i18n/messages.ts'
import { loadFiles, type ServedFile } from './load-files.ts'
import { sendBody } from './prepared-body.ts'

/** A page of the documentation. */
export interface DocsPage {
  readonly address: string
  readonly language: Language
  /** The same in each language. */
  readonly name: string
}

/** The built documentation, in memory. */
export interface Docs {
  readonly pages: readonly DocsPage[]
  /** By address. */
  readonly files: ReadonlyMap<string, ServedFile>
  /** The page that says that there is no such page. */
  readonly missing: Readonly<Record<Language, ServedFile>>
  /** The frame of the API reference, whose text the server writes. */
  readonly reference: Readonly<Record<Language, string>>
}

/** Allows the pages their own files and nothing else: no inline script or style, no other host. */
export const DOCS_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FOLDER = '/docs'
/** They are found anew after each build; what they load has a name of its own for each content. */
const PAGE_CACHE = 'public, max-age=300'
const ASSET_CACHE = 'public, max-age=31536000, immutable'

/** Reads what `src/docs/build-docs.ts` built. */
export async function loadDocs(folder: string): Promise<Docs> {
  const pages = JSON.parse(await readFile(path.join(folder, 'pages.json'), 'utf8')) as DocsPage[]
  const { missing, reference, built } = splitFiles(await loadFiles(folder))
  const files = [...built].map(([url, file]) => {
    const address = FOLDER + url.replace(/\/index\.html$|\.html$/, '')
    return [
      address,
      { ...file, cacheControl: url.startsWith('/assets/') ? ASSET_CACHE : PAGE_CACHE },
    ] as const
  })
  return { pages, files: new Map(files), missing, reference }
}

/** Apart from what is no address: the list of pages, and the pages for addresses that are none. */
function splitFiles(files: ReadonlyMap<string, ServedFile>) {
  const built = new Map(files)
  const take = (url: string): ServedFile => {
    const file = built.get(url)
    if (file === undefined) throw new Error(`${url} of the documentation was not built`)
    built.delete(url)
    return file
  }
  const textOf = (url: string) => String(take(url).body.get('identity')?.bytes)
  take('/pages.json')
  return {
    missing: { en: take('/not-found.en.html'), ru: take('/not-found.ru.html') },
    reference: { en: textOf('/reference.en.html'), ru: textOf('/reference.ru.html') },
    built,
  }
}

/** Serves the documentation under `/docs`, and `/llms.txt` also where programs look for it first. */
export function serveDocs(
  fastify: FastifyInstance,
  { pages, files, missing }: Docs,
  publicUrl: string,
): void {
  const languages = new Map(pages.map(({ address, language }) => [address, language]))
  const links = linksOf(pages, publicUrl)
  const answer = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const file = files.get(address)
    const found = file ?? missing[languageOf(address)]
    const link = links.get(address.replace(/\.md$/, ''))
    if (link !== undefined) reply.header('link', link)
    reply.header('vary', 'Accept-Encoding').header('content-security-policy', DOCS_CSP)
    reply.header('content-language', languages.get(address) ?? languageOf(address))
    reply.header('cache-control', file === undefined ? 'no-cache' : found.cacheControl).type(found.type)
    return sendBody(request, reply.status(file === undefined ? 404 : 200), found.body)
  }
  const options = { compress: false } as const
  const read = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, request.url.replace(/\?.*$/s, '').replace(/\/+$/, ''))
  fastify.get(FOLDER, options, read)
  fastify.get(`${FOLDER}/*`, options, read)
  fastify.get('/llms.txt', options, (request, reply) => answer(request, reply, `${FOLDER}/llms.txt`))
}

/**
 * What each page says of its own address and of its other languages, by address: in a header, because pages are built before it is
 * known where they will be served.
 */
function linksOf(pages: readonly DocsPage[], publicUrl: string): ReadonlyMap<string, string> {
  const versions = Map.groupBy(pages, ({ name }) => name)
  const linksOfPage = ({ address, name }: DocsPage) => [
    `<${publicUrl}${address}>; rel="canonical"`,
    ...(versions.get(name) ?? []).map(
      (version) => `<${publicUrl}${version.address}>; rel="alternate"; hreflang="${version.language}"`,
    ),
  ]
  return new Map(pages.map((page) => [page.address, linksOfPage(page).join(', ')]))
}

function languageOf(address: string): Language {
  return address.startsWith(`${FOLDER}/ru/`) ? 'ru' : FALLBACK_LANGUAGE
}
