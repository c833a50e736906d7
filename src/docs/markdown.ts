import path from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import MarkdownIt, { type Options, type Renderer, type Token } from 'markdown-it'
import { anchorOf } from './anchors.ts'
import type { Page } from './read-pages.ts'

const HIGHLIGHTED = { bash, ini, javascript, json, nginx, sql, typescript, yaml }
for (const [name, language] of Object.entries(HIGHLIGHTED)) hljs.registerLanguage(name, language)

/** What rendering a page needs to know and to remember. */
export interface Environment {
  readonly page: Page
  /** How often each anchor of the page has been used. */
  anchors?: Map<string, number>
}

type Rule = (tokens: Token[], place: number, options: Options, env: Environment, self: Renderer) => string

interface Project {
  /** Whether there is such a file or folder. */
  readonly exists: (file: string) => boolean
  /** Of a picture, in pixels. */
  readonly sizeOf: (file: string) => { readonly width: number; readonly height: number }
}

/**
 * Renders Markdown that is written for a code host, for the site: anchors as there, links to files of the project as
 * addresses of pages, tables that scroll by themselves, coloured code.
 */
export function openMarkdown(pages: ReadonlyMap<string, Page>, { exists, sizeOf }: Project): MarkdownIt {
  const markdown = new MarkdownIt({ html: true }).disable('code')
  const rules = markdown.renderer.rules as Record<string, Rule>
  const plainly: Rule = (tokens, place, options, _env, self) => self.renderToken(tokens, place, options)
  const closing: string[] = []

  rules['heading_open'] = (tokens, place, _options, env) => {
    const token = tokens[place]
    const id = anchorOf(textOf(tokens[place + 1]), (env.anchors ??= new Map<string, number>()))
    return `<${token?.tag} id="${id}">`
  }
  rules['heading_close'] = (tokens, place) => `</${tokens[place]?.tag}>\n`

  rules['link_open'] = (tokens, place, options, env, self) => {
    const token = tokens[place]
    const link = resolveLink(token?.attrGet('href') ?? '', env.page.file, pages, exists)
    if (link === null) {
      closing.push('</span>')
      return '<span>'
    }
    closing.push('</a>')
    token?.attrSet('href', link)
    nameByTitle(tokens[place + 1], link, pages)
    return plainly(tokens, place, options, env, self)
  }
  rules['link_close'] = () => closing.pop() ?? ''

  rules['image'] = (tokens, place, _options, env) => {
    const token = tokens[place]
    const file = path.posix.join(path.posix.dirname(env.page.file), token?.attrGet('src') ?? '')
    if (!exists(file)) throw new Error(`${env.page.file} shows ${file}, which there is not`)
    const alt = markdown.utils.escapeHtml(token?.content ?? '')
    const { width, height } = sizeOf(file)
    return `<img src="/${file}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
  }

  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'

  rules['fence'] = (tokens, place) => {
    const token = tokens[place]
    const [name = ''] = (token?.info ?? '').split(' ')
    const language = hljs.getLanguage(name === 'sh' ? 'bash' : name)
    const text = (token?.content ?? '').replace(/\n$/, '')
    const html =
      language === undefined
        ? markdown.utils.escapeHtml(text)
        : hljs.highlight(text, { language: name === 'sh' ? 'bash' : name }).value
    return `<figure class="code"${name && ` data-language="${name}"`}><pre tabindex="0"><code>${html}</code></pre></figure>\n`
  }
  return markdown
}

/** Links that only name a file are read as the title of its page. */
function nameByTitle(text: Token | undefined, link: string, pages: ReadonlyMap<string, Page>): void {
  if (text === undefined || !/^[\w./-]+\.md$/.test(text.content)) return
  const page = [...pages.values()].find(({ address }) => address === link.split('#')[0])
  if (page !== undefined) text.content = page.title
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('')
}

/** Where a link of a page leads on the site; null when it names a file of the project that is no page. */
function resolveLink(
  href: string,
  from: string,
  pages: ReadonlyMap<string, Page>,
  exists: (file: string) => boolean,
): string | null {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const file = path.posix.join(path.posix.dirname(from), decodeURI(target))
  const page = pages.get(file) ?? pages.get(path.posix.join(file, 'README.md'))
  if (page !== undefined) return page.address + (anchor === undefined ? '' : `#${anchor}`)
  if (!exists(file)) throw new Error(`${from} links to ${file}, which there is not`)
  return null
}
