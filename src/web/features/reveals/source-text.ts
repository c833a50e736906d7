/**
 * How the source of a contact is called.
 * @param source an address of a page, or the kind of source as an import gave it
 * @param texts known kinds and what they are called in the page's language
 * @returns the page's host with its address, or a kind's name; an unknown kind stays as it is
 */
export function sourceText(
  source: string,
  { sourceKinds }: { readonly sourceKinds: Readonly<Record<string, string>> },
): { readonly text: string; readonly url: string | null } {
  if (/^https?:\/\//i.test(source) && URL.canParse(source)) {
    return { text: new URL(source).hostname.replace(/^www\./, ''), url: source }
  }
  return { text: (Object.hasOwn(sourceKinds, source) ? sourceKinds[source] : null) ?? source, url: null }
}
