import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '#shared/i18n/messages.ts'
import { pathOf, FILES_OUTSIDE, pageOfFile, SECTIONS } from './contents.ts'

/** A page of the site, before it is rendered. */
export interface Page {
  /** Its Markdown, relative to the project. */
  readonly file: string
  readonly language: Language
  /** The same in both languages, e.g. `install`; empty for the first page. */
  readonly name: string
  readonly address: string
  readonly title: string
  readonly markdown: string
}

/** Every page of the site, by file. @param root the project's folder */
export function readPages(root: string): ReadonlyMap<string, Page> {
  const inside = readdirSync(path.join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const files = [...inside.toSorted(), ...Object.keys(FILES_OUTSIDE)]
  return new Map(files.map((file) => [file, readPage(root, file)]))
}

function readPage(root: string, file: string): Page {
  const place = pageOfFile(file)
  if (place === null) throw new Error(`${file} is no page of the site`)
  const markdown = readFileSync(path.join(root, file), 'utf8')
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${file} begins with no heading`)
  const plain = title.replaceAll('`', '')
  return { file, ...place, address: pathOf(place.language, place.name), title: plain, markdown }
}

export interface ListedSection {
  readonly name: (typeof SECTIONS)[number]['name']
  readonly pages: readonly Page[]
}

/** The contents as they are listed in a language: pages that are only there in English stay in their places. */
export function listContents(all: Iterable<Page>, language: Language): readonly ListedSection[] {
  const pages = [...all]
  const named = (name: string) =>
    pages.find((page) => page.name === name && page.language === language) ??
    pages.find((page) => page.name === name && page.language === 'en')
  const names = [...new Set(pages.map(({ name }) => name))]
  const explicit = new Set(SECTIONS.flatMap((section) => section.pages))
  return SECTIONS.map((section) => {
    const listed = section.pages.flatMap((entry) => {
      if (!entry.endsWith('/*')) return [entry]
      const folder = entry.slice(0, -1)
      return names.filter((name) => name.startsWith(folder) && !explicit.has(name))
    })
    const others = section.takesOthers
      ? names.filter((name) => !name.includes('/') && !explicit.has(name))
      : []
    return { name: section.name, pages: [...listed, ...others].flatMap((name) => named(name) ?? []) }
  })
}
