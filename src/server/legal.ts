import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { CONSENT } from '#shared/legal/consent.ts'
import type {
  LegalName,
  LegalSection,
  LegalText,
  LegalVersion,
  LegalVersions,
} from '#shared/legal/document.ts'
import { OFFER } from '#shared/legal/offer.ts'
import { PURPOSE } from '#shared/legal/purpose.ts'
import { TERMS } from '#shared/legal/terms.ts'

/** The versions that the pages are built with. */
const BUILT = { terms: TERMS, purpose: PURPOSE, consent: CONSENT, offer: OFFER } as const satisfies Readonly<
  Record<LegalName, LegalVersion>
>

/** All published versions of every document. */
export type Legal = Readonly<Record<LegalName, LegalVersions>>

const NAMES = Object.keys(BUILT).join('|')
const FILE = new RegExp(String.raw`^(${NAMES})-(\d{4}-\d\d-\d\d)\.(?:${LANGUAGES.join('|')})\.md$`)

/**
 * Reads the versions beside the built ones, announced or replaced, from the files `NAME-YYYY-MM-DD.LANGUAGE.md` of a folder.
 * @throws Error naming the file that is wrong or missing
 */
export function readLegal(folder: string): Legal {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const found = files.map((file) => {
    const [, name = '', date = ''] = FILE.exec(file) ?? []
    if (Number.isNaN(Date.parse(date)))
      throw new Error(`${path.join(folder, file)} has no name like terms-2027-01-01.en.md`)
    return { name, date }
  })
  const readVersion = (name: LegalName, date: string): LegalVersion => {
    const readText = (language: Language) => {
      const file = path.join(folder, `${name}-${date}.${language}.md`)
      return [language, parseLegalText(readFileSync(file, 'utf8'), file)] as const
    }
    return { date, texts: Object.fromEntries(LANGUAGES.map(readText)) as LegalVersion['texts'] }
  }
  const versionsOf = (name: LegalName): LegalVersions => {
    const built = BUILT[name]
    const dates = new Set(found.filter((file) => file.name === name).map(({ date }) => date))
    if (dates.has(built.date))
      throw new Error(
        `${path.join(folder, `${name}-${built.date}`)} is the version that the pages are built with`,
      )
    const all = [built, ...[...dates].map((date) => readVersion(name, date))]
    const [newest = built, ...older] = all.toSorted((a, b) => (a.date < b.date ? 1 : -1))
    return [newest, ...older]
  }
  return {
    terms: versionsOf('terms'),
    purpose: versionsOf('purpose'),
    consent: versionsOf('consent'),
    offer: versionsOf('offer'),
  }
}

/**
 * Parses a legal text in the Markdown that `src/shared/legal/versions/README.md` describes.
 * @throws Error naming the file and what it lacks
 */
export function parseLegalText(markdown: string, file: string): LegalText {
  const blocks = markdown.trim().split(/\n\s*\n/)
  const take = (start: string, what: string) => {
    const block = blocks.shift() ?? ''
    if (block.startsWith(start)) return joined(block.slice(start.length))
    throw new Error(`${file} lacks ${what}`)
  }
  const title = take('# ', 'its title in the first line, after "# "')
  const description = take('> ', 'its description after the title, after "> "')
  if (blocks.length === 0) throw new Error(`${file} lacks its first paragraph`)
  const lead = take('', '')
  const sections: LegalSection[] = []
  while (blocks.length > 0) {
    const heading = take('## ', `a heading after "## " before "${blocks[0]?.slice(0, 40)}"`)
    const end = blocks.findIndex((block) => block.startsWith('## '))
    const text = blocks.splice(0, end === -1 ? blocks.length : end)
    sections.push({
      title: heading,
      text: text.map((block) => (block.startsWith('- ') ? pointsOf(block) : joined(block))),
    })
  }
  return { title, description, lead, sections }
}

const pointsOf = (list: string) => list.slice(2).split(/\n- /).map(joined)

/** A paragraph's lines as one. */
const joined = (block: string) => block.trim().replace(/\s*\n\s*/g, ' ')
