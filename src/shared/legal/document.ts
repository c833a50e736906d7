import type { Language } from '../i18n/messages.ts'

export type LegalName = 'terms' | 'purpose' | 'consent' | 'offer'

/**
 * A legal text. In its sentences `{seller}` stands for the seller's details, `{email}` for the support address, and
 * `[words](page)` for a link to one of our pages by name, or to an https address.
 */
export interface LegalText {
  readonly title: string
  /** One sentence for search engines. */
  readonly description: string
  readonly lead: string
  readonly sections: readonly LegalSection[]
}

export interface LegalSection {
  readonly title: string
  /** Paragraphs, and lists of short points. */
  readonly text: readonly (string | readonly string[])[]
}

/** One version in all languages. Once published it never changes: new wording is a new version. */
export interface LegalVersion {
  /** `YYYY-MM-DD` in Moscow, the first day on which it applies; it may be announced before. */
  readonly date: string
  readonly texts: Readonly<Record<Language, LegalText>>
}

/** The newest first; of some only the date is known. */
export type Versions<V extends { readonly date: string }> = readonly [V, ...V[]]
export type LegalVersions = Versions<LegalVersion>

/** The version in force on a day, `YYYY-MM-DD`; before the first one applies, that one. */
export function inForceOn<V extends { readonly date: string }>(versions: Versions<V>, day: string): V {
  const [newest] = versions
  return versions.find(({ date }) => date <= day) ?? versions.at(-1) ?? newest
}

/** The version of a date; the one in force when there is none of that date. */
export function versionOf<V extends { readonly date: string }>(
  versions: Versions<V>,
  date: string | null,
  day: string,
): V {
  return versions.find((version) => version.date === date) ?? inForceOn(versions, day)
}

/** A piece of a sentence. */
export type LegalPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'seller' | 'email' }
  | { readonly kind: 'link'; readonly text: string; readonly target: string }

const MARKS = /\{(seller|email)\}|\[([^\]]+)\]\(([^)]+)\)/g

/** Splits a sentence at its placeholders and links. */
export function partsOf(sentence: string): LegalPart[] {
  const parts: LegalPart[] = []
  let end = 0
  for (const match of sentence.matchAll(MARKS)) {
    const [whole, place, text, target] = match
    if (match.index > end) parts.push({ kind: 'text', text: sentence.slice(end, match.index) })
    if (place === 'seller' || place === 'email') parts.push({ kind: place })
    else parts.push({ kind: 'link', text: text ?? '', target: target ?? '' })
    end = match.index + whole.length
  }
  if (end < sentence.length) parts.push({ kind: 'text', text: sentence.slice(end) })
  return parts
}
