import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bannedWords } from '#test/support/banned-words.ts'
import { LISTED_LABELS, LATER_TEXTS, QUOTED_TEXTS } from '#test/support/specification-texts.ts'
import { projectFiles, readProjectFile } from '#test/support/project-files.ts'

type Leaf = string | ((...args: unknown[]) => string)

const files = projectFiles('src')
const dictionaries = files
  .filter((file) => file.startsWith('src/shared/i18n/en/'))
  .map((file) => path.basename(file, '.ts'))
  // Those of operators' commands are made of facts; `command-texts.test.ts` has some for each.
  .filter((name) => name !== 'commands' && name !== 'imports')
const [english, russian] = await Promise.all([leavesOf('en'), leavesOf('ru')])

/** All texts of a language by key, e.g. `search.sorts.recent`. */
async function leavesOf(language: 'en' | 'ru'): Promise<ReadonlyMap<string, Leaf>> {
  const modules = await Promise.all(
    dictionaries.map(
      (name) => import(path.join(import.meta.dirname, `../src/shared/i18n/${language}/${name}.ts`)),
    ),
  )
  return new Map(modules.flatMap((module: object) => leaves(module, '')))
}

function leaves(node: object, prefix: string): [string, Leaf][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`
    if (typeof value === 'string' || typeof value === 'function') return [[key, value as Leaf]]
    return typeof value === 'object' && value !== null ? leaves(value, key) : []
  })
}

/** A text as people may see it: functions are called with a number or with words in a neutral script. */
function written(leaf: Leaf): string[] {
  if (typeof leaf === 'string') return [leaf]
  return [1, 3, 5].map((count) => leaf(...Array.from({ length: leaf.length }, () => count)))
}

/** Groups whose texts are looked up by a value, such as a refusal's code; every other text is named where it is shown. */
const LOOKED_UP = ['errors', 'fieldProblems']

/** Documents that name the words to avoid, and records of the past. */
const UNREAD = /^docs\/(?:style|glossary)\.md$|^docs\/decisions\/|^CHANGELOG\.md$/

describe('the specification’s English texts', () => {
  it.each(QUOTED_TEXTS)('$text', ({ text, key, shown }) => {
    expect(english.get(key)).toBe(text)
    expect(files).toContain(shown)
    const source = readProjectFile(shown)
    const group = LOOKED_UP.find((name) => key.startsWith(`${name}.`))
    const name = group === undefined ? key.split('.').at(-1) : group.split('.').at(-1)
    const isShown = new RegExp(String.raw`\.${name}\b|[{,]\s*${name}\b`).test(source)
    expect(isShown, `${shown} does not mention ${key}`).toBe(true)
  })

  it.each(Object.entries(LISTED_LABELS))('%s', (key, labels) => {
    const found = [...english].filter(([name]) => name === key || name.startsWith(`${key}.`))
    expect(new Set(found.map(([, label]) => label))).toEqual(new Set(labels))
  })

  it('are each listed once, and those of later screens do not exist yet', () => {
    const all = [...QUOTED_TEXTS.map(({ text }) => text), ...LATER_TEXTS]
    expect(all.filter((text, place) => all.indexOf(text) !== place)).toEqual([])
    const later = LATER_TEXTS.filter((text) => [...english.values()].includes(text))
    expect(later, 'built now: say in QUOTED_TEXTS where it is shown').toEqual([])
  })
})

describe('every text', () => {
  it('is used', () => {
    const code = files
      .filter(
        (file) => /\.tsx?$/.test(file) && !file.startsWith('src/shared/i18n/') && !/\.test\.tsx?$/.test(file),
      )
      .map(readProjectFile)
      .join('\n')
    const found = (pattern: RegExp) =>
      new Set(
        [...code.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name !== undefined)),
      )
    const named = found(/\.(\w+)|[{,]\s*(\w+)|\[['"]([^'"]+)['"]\]/g)
    // Lookups by a value: `errors[code]`, `sorts[sort]`.
    const lookedUp = found(/\b(\w+)(?:\??\.?\[|\.map\()|Object\.\w+\((?:\w+\.)*(\w+)\)/g)
    const unused = [...english.keys()].filter((key) => {
      const steps = key.split('.')
      return !named.has(steps.at(-1) ?? '') && !steps.slice(0, -1).some((step) => lookedUp.has(step))
    })
    expect(unused).toEqual([])
  })

  it('exists in both languages, with the same kind and arguments', () => {
    expect([...russian.keys()]).toEqual([...english.keys()])
    const different = [...english].filter(([key, leaf]) => {
      const other = russian.get(key)
      return (
        typeof other !== typeof leaf || (typeof leaf === 'function' && (other as Leaf).length !== leaf.length)
      )
    })
    expect(different).toEqual([])
  })

  it('says in a sentence what no other of its group says, in both languages or in none', () => {
    const beside = (key: string, leaf: Leaf) =>
      `${key.split('.').slice(0, -1).join('.')}: ${written(leaf).at(-1)}`
    const differing = (one: ReadonlyMap<string, Leaf>, other: ReadonlyMap<string, Leaf>) =>
      [...Map.groupBy(one, ([key, leaf]) => beside(key, leaf))].flatMap(([text, same]) => {
        const meanings = new Set(same.map(([key]) => beside(key, other.get(key)!)))
        // Labels are short enough to mean two things.
        return meanings.size > 1 && /[.!?]$/.test(text) ? [text] : []
      })
    expect([...differing(english, russian), ...differing(russian, english)]).toEqual([])
  })

  it.each([
    ['English', english],
    ['Russian', russian],
  ] as const)('exists, with correct typography: %s', (_language, texts) => {
    const careless = [...texts].flatMap(([key, leaf]) =>
      written(leaf)
        .filter((text) => text.trim() === '' || /  |undefined|NaN|\[object| [,.;:!?]/.test(text))
        .map((text) => `${key}: ${text}`),
    )
    expect(careless).toEqual([])
  })

  it.each([
    ['en', english],
    ['ru', russian],
  ] as const)('avoids the words of banned-words.ts: %s', (language, texts) => {
    const quoted = new Set([...QUOTED_TEXTS.map(({ text }) => text), ...Object.values(LISTED_LABELS).flat()])
    const banned = bannedWords(language, 'screens')
    const found = [...texts].flatMap(([key, leaf]) =>
      written(leaf)
        .filter((text) => !quoted.has(text))
        .flatMap((text) => banned(text).map((word) => `${key}: ${word}: ${text}`)),
    )
    expect(found).toEqual([])
  })
})

describe('the documents', () => {
  it.each(['en', 'ru'] as const)('avoid the words of banned-words.ts: %s', (language) => {
    const banned = bannedWords(language, 'documents')
    const found = projectFiles()
      .filter(
        (file) =>
          /^(?:docs\/.*|[A-Z_]+)\.md$/.test(file) &&
          file.startsWith('docs/ru/') === (language === 'ru') &&
          !UNREAD.test(file),
      )
      .flatMap((file) =>
        // Code and the targets of links are written by other rules.
        readProjectFile(file)
          .replaceAll(/```[^]*?```|`[^`]*`|\]\([^)]*\)/g, ' ')
          .split(/\n\s*\n/)
          .flatMap(banned)
          .map((word) => `${file}: ${word}`),
      )
    expect(found).toEqual([])
  })
})

describe('English texts', () => {
  it('have typographic quotation marks and apostrophes, but for what the specification quotes', () => {
    const quoted = new Set(QUOTED_TEXTS.map(({ text }) => text))
    const straight = [...english].flatMap(([key, leaf]) =>
      written(leaf)
        .filter((text) => !quoted.has(text) && /["']/.test(text))
        .map((text) => `${key}: ${text}`),
    )
    expect(straight).toEqual([])
  })
})

describe('Russian texts', () => {
  const texts = [...russian].flatMap(([key, leaf]) => written(leaf).map((text) => ({ key, text })))
  const matching = (pattern: RegExp) =>
    texts.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`)

  it('leave only names in English', () => {
    // What a Russian editor leaves in Latin letters: names, formats, and quoted words of the interface.
    const names =
      /Channelbook|cookie|OpenAPI|API|Markdown|llms\.txt|JavaScript|NDJSON|JSON|CSV|XLSX|Excel|\bRUB\b|PDF|CSRF|QR|Google|Authenticator|YouTube|Gmail|Outlook|Mail\.ru|Mail Delivery Subsystem|MAILER-DAEMON|postmaster|English|Русский|[0-9]+[KM]\+?|\bCtrl\b|\bShift\b|\bEnter\b/g
    const left = texts.filter(({ text }) => /[A-Za-z]{2}/.test(text.replace(names, '')))
    expect(left).toEqual([])
  })

  it('are in Cyrillic', () => {
    expect(
      texts
        .filter(({ text }) => /\p{L}/u.test(text) && !/[А-Яа-яЁё№]|^Channelbook$/.test(text))
        .map(({ key, text }) => `${key}: ${text}`),
    ).toEqual([])
  })

  it('have Russian quotation marks, in pairs', () => {
    expect(matching(/["“”„]|(?<![\p{L}])'|'(?![\p{L}])/u)).toEqual([])
    const unpaired = texts.filter(({ text }) => text.split('«').length !== text.split('»').length)
    expect(unpaired).toEqual([])
  })

  it('have em dashes between words, not hyphens, with a non-breaking space before them', () => {
    expect(matching(/\s[-–]\s|[^\s\u00a0]—|—[^\s\u00a0,]|[^\u00a0]—/)).toEqual([])
  })

  it('have en dashes between numbers, and a real ellipsis', () => {
    expect(matching(/\d-\d|\.\.\./)).toEqual([])
  })

  it('keep a number and its noun on one line', () => {
    const nouns =
      /\d (?:использовани|канал|контакт|подписчик|дн|день|символ|минут|секунд|сеанс|голос|лет|год)/
    expect(matching(nouns)).toEqual([])
  })
})
