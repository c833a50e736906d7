/** Languages of the product; English is the fallback. */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]
export const FALLBACK_LANGUAGE: Language = 'en'

/** The shape of a dictionary without its wording: what every other language must have. */
export type Texts<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Texts<T[Key]> }

/** Picks the form of a noun for a number, e.g. `plural('ru', 3, { one: 'канал', few: 'канала', many: 'каналов' })`. */
export function plural(
  language: Language,
  count: number,
  forms: { readonly one: string; readonly few?: string; readonly many?: string; readonly other?: string },
): string {
  const form = rules(language).select(count)
  const text =
    form === 'one' ? forms.one : form === 'few' ? forms.few : form === 'many' ? forms.many : forms.other
  // Russian fractions take the form of few: 1,5 канала.
  return text ?? forms.other ?? forms.few ?? forms.one
}

/** A name in Russian quotation marks; marks inside it become the inner ones, e.g. `«Студия „Полдень“»`. */
export function quoted(name: string): string {
  return `«${name}»`.replace(/[«»]/g, (mark, place: number, whole: string) =>
    place === 0 || place === whole.length - 1 ? mark : mark === '«' ? '„' : '“',
  )
}

const cache = new Map<Language, Intl.PluralRules>()

function rules(language: Language): Intl.PluralRules {
  let found = cache.get(language)
  if (found === undefined) cache.set(language, (found = new Intl.PluralRules(language)))
  return found
}
