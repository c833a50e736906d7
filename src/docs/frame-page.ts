import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { docs } from '#shared/i18n/server-texts.ts'
import { pathOf } from './contents.ts'
import type { ListedSection, Page } from './read-pages.ts'

/** Addresses of the built files that every page loads. */
export interface Assets {
  readonly style: string
  /** Runs before the first paint, so that the chosen theme is there from the start. */
  readonly theme: string
  readonly script: string
  readonly fonts: Readonly<Record<Language, readonly string[]>>
}

export interface Surroundings {
  readonly assets: Assets
  readonly contents: Readonly<Record<Language, readonly ListedSection[]>>
  readonly pages: ReadonlyMap<string, Page>
}

interface Framed {
  readonly language: Language
  readonly title: string
  readonly body: string
  /** Null for the API reference, and for the page that says that there is no such page. */
  readonly page: Page | null
  readonly isReference?: true
}

/** Each in its own script. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** A whole page. It needs no script: with one it can be searched, its code copied, its theme chosen. */
export function framePage(framed: Framed, surroundings: Surroundings): string {
  const { language, title, body, page, isReference = false } = framed
  const { assets, contents } = surroundings
  const words = docs[language]
  const home = pathOf(language, '')
  const other = otherLanguage(framed, surroundings)
  const fonts = assets.fonts[language].map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  )
  const headings = headingsOf(body)
  const isMissing = page === null && !isReference
  const inside = isMissing ? '' : outline(headings, language)
  const isHome = page?.name === ''
  return `<!doctype html>
<html lang="${language}" data-search="${home}/search.json" data-copy="${words.copy}" data-copied="${words.copied}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? '' : `${escape(title)} · `}${isHome ? escape(title) : `Channelbook ${words.name}`}</title>
<meta name="description" content="${escape(page === null ? words.description : descriptionOf(body) || words.description)}">
${isMissing ? '<meta name="robots" content="noindex">\n' : ''}<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141310">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${fonts.join('\n')}
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.script}"></script>
${page === null ? '' : `<link rel="alternate" type="text/markdown" href="${markdownAddress(page)}">\n${alternates(page, surroundings)}`}</head>
<body>
<a class="skip" href="#text">${words.skip}</a>
<header class="head">
<div class="bar">
<a class="home" href="${home}"><svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path class="card" d="M3 10.500V26a1.5 1.5 0 0 0 1.5 1.500h23A1.5 1.5 0 0 0 29 26V12a1.5 1.5 0 0 0-1.5-1.500Z"/><path class="tab" d="M3 10.500V7a1.5 1.5 0 0 1 1.5-1.500h9A1.5 1.5 0 0 1 15 7v3.500Z"/><path d="M8 17h16M8 22h10"/></svg><span>Channelbook</span> <small>${words.name}</small></a>
<button type="button" class="find" data-find aria-keyshortcuts="/"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.500" cy="10.500" r="6"/><path d="m15 15 5 5"/></svg><span>${words.search}</span><kbd>/</kbd></button>
<nav class="tools" aria-label="${words.name}">
<a href="/api/docs">API</a>
<a href="${other.address}" lang="${other.language}" hreflang="${other.language}">${LANGUAGE_NAMES[other.language]}</a>
<button type="button" data-theme-switch hidden data-label="${words.theme}" data-system="${words.themes.system}" data-light="${words.themes.light}" data-dark="${words.themes.dark}"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8"/><path class="half" d="M12 4a8 8 0 0 1 0 16Z"/></svg></button>
</nav>
</div>
</header>
<div class="page${isHome ? ' first' : ''}">
<nav class="side" aria-label="${words.contents}">
<details class="fold"><summary>${words.contents}</summary></details>
<div class="list">${contents[language].map((section) => sectionHtml(section, framed)).join('')}
<p class="leave"><a href="${language === 'ru' ? '/ru' : '/en'}">${words.toProduct}</a></p></div>
</nav>
<main id="text" tabindex="-1">
<article class="text"${page !== null && page.language !== language ? ` lang="${page.language}"` : ''}>
${body}</article>
${page === null ? '' : pager(page, contents[language], language)}
</main>
${inside}
</div>
<footer class="foot"><div class="bar">
${page === null ? '' : `<a href="${markdownAddress(page)}">${words.asMarkdown}</a>`}
<a href="/llms.txt">${words.forPrograms}</a>
<a href="/api/openapi.json">OpenAPI</a>
</div></footer>
<dialog class="search" aria-label="${words.searchFor}" data-nothing="${words.nothingFound}" data-failed="${words.searchFailed}" closedby="any">
<div class="field"><input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-label="${words.searchFor}" placeholder="${words.searchFor}" autocomplete="off" spellcheck="false" maxlength="100"><button type="button" data-close>${words.closeSearch}</button></div>
<ul id="found" role="listbox" aria-label="${words.results}"></ul>
<p class="none" role="status"></p>
</dialog>
</body>
</html>
`
}

/** Where a page is as Markdown: at the path of its file, so that its links lead to other pages as Markdown. */
export function markdownAddress({ file, address }: Pick<Page, 'file' | 'address'>): string {
  return file.startsWith('docs/') ? `/${file}` : `${address}.md`
}

function otherLanguage(
  { language, page, isReference }: Framed,
  { pages }: Surroundings,
): { readonly language: Language; readonly address: string } {
  const other = LANGUAGES.find((tag) => tag !== language) ?? 'en'
  if (isReference) return { language: other, address: `/api/docs?language=${other}` }
  const translated = [...pages.values()].some(
    ({ name, language: own }) => name === page?.name && own === other,
  )
  return { language: other, address: pathOf(other, translated ? (page?.name ?? '') : '') }
}

function alternates(page: Page, { pages }: Surroundings): string {
  const versions = [...pages.values()].filter(({ name }) => name === page.name)
  if (versions.length < 2) return ''
  return versions
    .map(({ language, address }) => `<link rel="alternate" hreflang="${language}" href="${address}">\n`)
    .join('')
}

function sectionHtml(
  { name, pages }: ListedSection,
  { language, page: current, isReference }: Framed,
): string {
  const words = docs[language]
  const items = pages.map((page) => {
    const isOther = page.language !== language
    const marks = isOther ? ` lang="en" hreflang="en"` : page === current ? ' aria-current="page"' : ''
    const note = isOther ? ` <abbr lang="${language}" title="${words.inEnglish}">en</abbr>` : ''
    return `<li><a href="${page.address}"${marks}>${escape(page.title)}</a>${note}</li>`
  })
  const here = isReference ? ' aria-current="page"' : ''
  if (name === 'api') items.push(`<li><a href="/api/docs"${here}>${words.reference}</a></li>`)
  return `<section><h2>${escape(words.sections[name])}</h2><ul>${items.join('')}</ul></section>`
}

interface Heading {
  readonly level: number
  readonly id: string
  readonly html: string
}

function headingsOf(body: string): readonly Heading[] {
  return [...body.matchAll(/<h([23]) id="([^"]*)">(.*?)<\/h\1>/gs)].map(([, level, id = '', html = '']) => ({
    level: Number(level),
    id,
    html: html.replace(/<\/?(?:a|span)\b[^>]*>/g, ''),
  }))
}

function outline(headings: readonly Heading[], language: Language): string {
  if (headings.length < 2) return '<div class="outline"></div>'
  const items = headings.map(
    ({ level, id, html }) => `<li class="level-${level}"><a href="#${id}">${html}</a></li>`,
  )
  const { onThisPage } = docs[language]
  return `<nav class="outline" aria-label="${onThisPage}"><p aria-hidden="true">${onThisPage}</p><ul>${items.join('')}</ul></nav>`
}

function pager(page: Page, contents: readonly ListedSection[], language: Language): string {
  const all = contents.flatMap(({ pages }) => pages).filter((listed) => listed.language === page.language)
  const place = all.indexOf(page)
  const words = docs[language]
  const link = (target: Page | undefined, rel: 'prev' | 'next') =>
    target === undefined
      ? ''
      : `<a rel="${rel}" href="${target.address}"><small>${rel === 'prev' ? words.previous : words.next}</small>${escape(target.title)}</a>`
  if (place === -1) return ''
  return `<nav class="pager" aria-label="${words.previous}, ${words.next.toLowerCase()}">${link(all[place - 1], 'prev')}${link(all[place + 1], 'next')}</nav>`
}

/** The first sentence of the first paragraph. */
function descriptionOf(body: string): string {
  const paragraph = /<p>(.*?)<\/p>/s.exec(body)?.[1] ?? ''
  const text = textOfHtml(paragraph)
  return /^.{20,200}?[.!?:](?=\s|$)/su.exec(text)?.[0].replace(/:$/, '.') ?? text.slice(0, 200)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

/** What of HTML is read. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** For text and quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
