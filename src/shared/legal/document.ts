import type { Language } from '../i18n/messages.ts'

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

/**
 * One version in all languages. It never changes: new wording is a new version, and the texts that it replaces move to a file
 * with their date in its name.
 */
export interface LegalVersion {
  /** `YYYY-MM-DD` in Moscow, the first day on which it applies. */
  readonly date: string
  /** The day of the release that announced it; absent when it applied at once. */
  readonly announced?: string
  readonly texts: Readonly<Record<Language, LegalText>>
}

/** All published versions of a document, the newest first. It may be announced before it applies. */
export type LegalVersions = readonly [LegalVersion, ...LegalVersion[]]

/**
 * The version in force on a day, `YYYY-MM-DD`; before the first one applies, that one. Without a day, the one that was in
 * force when the newest was announced, or the newest if it was not.
 */
export function inForceOn(versions: LegalVersions, day: string | null): LegalVersion {
  const [newest] = versions
  const isInForce = ({ date, announced }: LegalVersion) =>
    day === null ? announced === undefined : date <= day
  return versions.find(isInForce) ?? versions.at(-1) ?? newest
}

/** The version of a date; the one in force when there is none of that date. */
export function versionOf(versions: LegalVersions, date: string | null, day: string | null): LegalVersion {
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
