import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { codeBlocks } from '#test/support/docs-examples.ts'
import { projectFiles, readProjectFile, ROOT } from '#test/support/project-files.ts'
import { anchorOf } from '../src/docs/anchors.ts'
import { pageOfFile } from '../src/docs/contents.ts'
import { listContents, readPages } from '../src/docs/read-pages.ts'

const pages = readPages(ROOT)
const all = [...pages.values()]

interface Heading {
  readonly level: number
  readonly text: string
}

/** The headings of a page; lines of code that look like one are none. */
function headingsOf(markdown: string): readonly Heading[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^(#{1,4}) (.+)$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    text,
  }))
}

describe('Russian pages', () => {
  const russian = all.filter(({ language, name }) => language === 'ru' && name !== '')

  it('are there for everything that an operator needs first', () => {
    const names = russian.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'quick-start',
        'install',
        'configuration',
        'operations',
        'upgrade',
        'backup',
        'high-availability',
      ]),
    )
  })

  it.each(russian)('$file has the headings of the English page, in its order', ({ name, markdown }) => {
    const english = all.find((page) => page.name === name && page.language === 'en')
    const own = headingsOf(markdown)
    const wanted = headingsOf(english?.markdown ?? '')
    // Side by side, so that a failure names the heading that is missing.
    const differs = wanted.findIndex(({ level }, place) => level !== own[place]?.level)
    const written = (heading: Heading | undefined) =>
      heading === undefined ? 'nothing' : `${'#'.repeat(heading.level)} ${heading.text}`
    expect(differs === -1 ? [] : [written(wanted[differs]), written(own[differs])]).toEqual([])
    expect(own.slice(wanted.length).map(written)).toEqual([])
  })

  it.each(russian)('$file has the code of the English page', ({ name, markdown }) => {
    const english = all.find((page) => page.name === name && page.language === 'en')
    const texts = (page = '') => codeBlocks(page).map(({ text }) => text)
    expect(texts(markdown)).toEqual(texts(english?.markdown))
  })
})

describe('the pages of the documentation', () => {
  it('are all in the contents, but for single decisions', () => {
    for (const language of LANGUAGES) {
      const listed = new Set(listContents(all, language).flatMap((section) => section.pages))
      const own = all.filter((page) => page.language === language && !page.name.startsWith('decisions/'))
      expect(own.filter((page) => !listed.has(page)).map(({ file }) => file)).toEqual([])
    }
  })

  it('have addresses of their own', () => {
    const addresses = all.map(({ address }) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('link to headings that exist', () => {
    const anchors = new Map(
      all.map(({ file, markdown }) => {
        const used = new Map<string, number>()
        return [
          file,
          new Set(headingsOf(markdown).map(({ text }) => anchorOf(text.replaceAll('`', ''), used))),
        ]
      }),
    )
    const broken = all.flatMap(({ file, markdown }) =>
      [...markdown.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].flatMap(([, target = '', anchor = '']) => {
        const to = target === '' ? file : path.posix.join(path.posix.dirname(file), target)
        return anchors.get(to)?.has(decodeURI(anchor)) === false ? [`${file}: ${target}#${anchor}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  it('are every Markdown file that a reader is sent to', () => {
    const documents = projectFiles('docs').filter((file) => file.endsWith('.md'))
    expect(documents.filter((file) => pageOfFile(file) === null || !pages.has(file))).toEqual([])
    expect(readProjectFile('README.md')).toContain('](docs/README.md)')
  })
})
