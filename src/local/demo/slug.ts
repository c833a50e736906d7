const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p',
  р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
} // biome-ignore format: a table

/** A handle made of a name: 3 to 30 small Latin letters, digits and dots between words. */
export function slugOf(name: string): string {
  const latin = name
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => CYRILLIC[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 30)
    .replace(/\.+$/, '')
  if (latin.length >= 3) return latin
  // Scripts without a Latin reading here: the code of their first letters.
  const codes = [...name].slice(0, 3).map((letter) => (letter.codePointAt(0) ?? 0).toString(36))
  return `c${codes.join('')}`.slice(0, 30).padEnd(3, '0')
}

const SMALL_WORDS = new Set('the a an of with and и с со про о на в не'.split(' '))

/** One or two letters that stand for a name: those of its first two words of weight. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const heavy = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()))
  const [first = '', second = ''] = heavy.length > 0 ? heavy : words
  const isUnspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(first)
  const letters = isUnspaced ? [...first].slice(0, 1) : [[...first][0] ?? '', [...second][0] ?? '']
  return letters.join('').toUpperCase()
}
