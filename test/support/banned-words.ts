import type { Language } from '#shared/i18n/messages.ts'
import { readProjectFile } from './project-files.ts'

const HEADS: Readonly<Record<Language, string>> = { en: '| not | but |', ru: '| не | а |' }

/** Finds words that `docs/style.md` tells to avoid, as they stand in its tables: `e-mail*`, `сесси*`. */
export function bannedWords(language: Language): (text: string) => string[] {
  const [, table = ''] = readProjectFile('docs/style.md').split(`${HEADS[language]}\n|---|---|\n`)
  const [rows = ''] = table.split('\n\n')
  const banned = rows
    .split('\n')
    .flatMap((row) => (row.split('|')[1] ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      pattern: new RegExp(String.raw`(?<!\p{L})${word.replaceAll('*', String.raw`\p{L}*`)}(?!\p{L})`, 'iu'),
    }))
  if (banned.length < 20) throw new Error('docs/style.md has lost its table of words to avoid')
  return (text) => {
    const plain = text.replaceAll('\u00a0', ' ')
    return banned.filter(({ pattern }) => pattern.test(plain)).map(({ word }) => word)
  }
}
