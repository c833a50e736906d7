/**
 * The label of a contact's source.
 * @param source a page's URL, or the kind of source as imported
 * @param texts known kinds and their names in the page's language
 * @returns the page's host with its URL, or a kind's name; an unknown kind stays unchanged
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
