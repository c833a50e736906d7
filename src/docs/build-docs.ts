import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Manifest } from 'vite'
import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { openApiDocument } from '#server/http/reference/openapi.ts'
import { REFERENCE_PLACE, referenceBody, referenceEntries } from '#server/http/reference/reference-body.ts'
import { docs, reference } from '#shared/i18n/server-texts.ts'
import { compressFiles } from '#web/build/compress-files.ts'
import { pathOf } from './contents.ts'
import { type Assets, framePage, markdownAddress, type Surroundings } from './frame-page.ts'
import { briefForPrograms, wholeForPrograms } from './for-programs.ts'
import { type Environment, openMarkdown } from './markdown.ts'
import { listContents, readPages } from './read-pages.ts'
import { type SearchEntry, searchEntries } from './search-entries.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DIST = path.join(ROOT, 'dist')
const BROWSER = 'src/docs/browser'
const REFERENCE = openApiDocument()

/**
 * Builds the documentation into `dist/docs/`, as it is served: each page as HTML and as Markdown, what they load, the search
 * of each language, `llms.txt`, and `pages.json`, the list of addresses.
 * @throws when a page links to something that does not exist; the previous build stays then
 */
export async function buildDocs(): Promise<void> {
  await mkdir(DIST, { recursive: true })
  const work = await mkdtemp(path.join(DIST, '.docs-'))
  try {
    await buildInto(path.join(work, 'docs'))
    await rm(path.join(DIST, 'docs'), { recursive: true, force: true })
    await rename(path.join(work, 'docs'), path.join(DIST, 'docs'))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function buildInto(folder: string): Promise<void> {
  const assets = await buildAssets(folder)
  const pages = readPages(ROOT)
  const contents = {
    en: listContents(pages.values(), 'en'),
    ru: listContents(pages.values(), 'ru'),
  }
  const surroundings: Surroundings = { assets, contents, pages }
  const entries = await renderPages(folder, surroundings)
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  for (const language of LANGUAGES) {
    await write(fileOf(`${pathOf(language, '')}/search.json`), JSON.stringify(entries[language]))
    const { notFound: title, notFoundAdvice } = docs[language]
    const body = `<h1>${title}</h1><p>${notFoundAdvice}</p>`
    const framed = framePage({ language, title, body, page: null }, surroundings)
    await write(`not-found.${language}.html`, framed)
    await write(`reference.${language}.html`, frameReference(language, surroundings))
  }
  for (const page of pages.values()) await write(fileOf(markdownAddress(page)), page.markdown)
  await write('llms.txt', briefForPrograms(contents.en))
  await write('llms-full.txt', wholeForPrograms(contents.en))
  const list = [...pages.values()].map(({ address, language, name }) => ({ address, language, name }))
  await write('pages.json', JSON.stringify(list))
  await cp(path.join(ROOT, 'docs/images'), path.join(folder, 'images'), { recursive: true })
  const folders = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  await compressFiles(folder)
  for (const entry of folders) await compressFiles(path.join(entry.parentPath, entry.name))
}

/** The frame of the API reference, with the subjects of the calls in its outline; the server writes the text. */
function frameReference(language: Language, surroundings: Surroundings): string {
  const body = referenceBody(REFERENCE, language, { base: '', key: '' })
  const { title } = reference[language]
  const framed = framePage({ language, title, body, page: null, isReference: true }, surroundings)
  return framed.replace(body, REFERENCE_PLACE)
}

/** The file of an address, within the built folder. */
function fileOf(address: string): string {
  return address.replace(/^\/docs\/?/, '')
}

async function renderPages(
  folder: string,
  surroundings: Surroundings,
): Promise<Readonly<Record<Language, SearchEntry[]>>> {
  const { pages } = surroundings
  const entries: Record<Language, SearchEntry[]> = {
    en: referenceEntries(REFERENCE, 'en'),
    ru: referenceEntries(REFERENCE, 'ru'),
  }
  const markdown = openMarkdown(pages, {
    exists: (file) => existsSync(path.join(ROOT, file)),
    sizeOf: (file) => sizeOfPng(readFileSync(path.join(ROOT, file))),
  })
  for (const page of pages.values()) {
    const { language, title } = page
    const body = markdown.render(page.markdown, { page } satisfies Environment)
    entries[language].push(...searchEntries(page, body))
    const file = path.join(folder, `${fileOf(page.address) || 'index'}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, framePage({ language, title, body, page }, surroundings))
  }
  return entries
}

/** What a PNG says of itself in its first chunk. Browsers then keep its place free until it is there. */
function sizeOfPng(file: Buffer): { readonly width: number; readonly height: number } {
  if (file.toString('latin1', 12, 16) !== 'IHDR')
    throw new Error('Pictures of the documentation are PNG files')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

async function buildAssets(folder: string): Promise<Assets> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    base: '/docs/',
    build: {
      target: 'baseline-widely-available',
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      manifest: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: { docs: `${BROWSER}/docs.ts`, theme: `${BROWSER}/theme.ts` },
      },
    },
  })
  const manifestFolder = path.join(folder, '.vite')
  const manifest = JSON.parse(await readFile(path.join(manifestFolder, 'manifest.json'), 'utf8')) as Manifest
  await rm(manifestFolder, { recursive: true })
  const built = (key: string) => {
    const file = Object.keys(manifest).find((name) => name.endsWith(key))
    const chunk = file === undefined ? undefined : manifest[file]
    if (chunk === undefined) throw new Error(`Nothing was built from ${key}`)
    return chunk
  }
  const script = built(`${BROWSER}/docs.ts`)
  const font = (name: string) => `/docs/${built(`/onest-${name}-wght-normal.woff2`).file}`
  return {
    style: `/docs/${script.css?.[0]}`,
    theme: `/docs/${built(`${BROWSER}/theme.ts`).file}`,
    script: `/docs/${script.file}`,
    fonts: { en: [font('latin')], ru: [font('cyrillic'), font('latin')] },
  }
}
