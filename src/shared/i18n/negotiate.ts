import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from './messages.ts'

/** The cookie with the person's choice of language. */
export const LANGUAGE_COOKIE = 'language'

/**
 * The language of an answer: the person's choice, then the browser's preference, then English.
 * @param acceptLanguage the `Accept-Language` header, e.g. `ru-RU,ru;q=0.9,en;q=0.8`
 */
export function negotiateLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  const own = asLanguage(chosen)
  if (own !== null) return own
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined)
      return { language: asLanguage(tag.split('-')[0]), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((entry) => entry.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return wanted.find((entry) => entry.language !== null)?.language ?? FALLBACK_LANGUAGE
}

/** The language that a tag names, or null. */
export function asLanguage(tag: string | undefined): Language | null {
  return LANGUAGES.find((language) => language === tag?.toLowerCase()) ?? null
}
