// The same keys of the American and the Russian layout, without and with Shift.
const LATIN = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?`
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,'

const TO_CYRILLIC = new Map([...LATIN].map((key, place) => [key, CYRILLIC[place] ?? key]))
const TO_LATIN = new Map([...CYRILLIC].map((key, place) => [key, LATIN[place] ?? key]))

/** Whether a text has found what it names: then its layout was the right one. @param names of what was found */
export function isNamedIn(text: string, names: readonly string[]): boolean {
  const wanted = text.toLocaleLowerCase()
  return names.some((name) => name.toLocaleLowerCase().includes(wanted))
}

/**
 * What the same keys write in the other layout: `ufl;tns` is `гаджеты`, `ьгышс` is `music`. Null for a text that mixes both
 * scripts, or has letters of neither.
 */
export function inOtherLayout(text: string): string | null {
  const [isLatin, isCyrillic] = [/[a-z]/i.test(text), /[а-яё]/i.test(text)]
  if (isLatin === isCyrillic) return null
  const keys = isLatin ? TO_CYRILLIC : TO_LATIN
  return [...text].map((letter) => keys.get(letter) ?? letter).join('')
}
