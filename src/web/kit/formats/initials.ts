const LETTER = /[\p{L}\p{N}]/u

/**
 * One or two letters that represent a name, e.g. `Вечерний завтрак` -> `ВЗ`; a name without letters gives its first
 * character.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/u).flatMap((word) => {
    const letter = [...word].find((sign) => LETTER.test(sign))
    return letter === undefined ? [] : [letter.toLocaleUpperCase()]
  })
  return words.slice(0, 2).join('') || ([...name.trim()][0] ?? '')
}
