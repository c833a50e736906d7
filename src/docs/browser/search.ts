import MiniSearch from 'minisearch'
import type { SearchEntry } from '../search-entries.ts'

const RESULTS = 12
const EXCERPT = 160
/** What was and why, and single calls of the API: most people ask what is, and how it is done. */
const ASIDE = /^\/(?:docs\/(?:decisions|changelog)|api\/docs)/

let index: Promise<MiniSearch<SearchEntry>> | undefined

/** Fetched once; a failure is tried again at the next opening. */
function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  index ??= fetch(document.documentElement.dataset['search'] ?? '')
    .then(async (response) => {
      if (!response.ok) throw new Error(`The search answered ${response.status}`)
      const search = new MiniSearch<SearchEntry>({
        fields: ['heading', 'page', 'text'],
        storeFields: ['heading', 'page', 'text'],
        processTerm: (term) => stem(term.toLowerCase().replaceAll('ё', 'е')),
        searchOptions: {
          boost: { heading: 4, page: 3 },
          boostDocument: (id: string) => (ASIDE.test(id) ? 0.3 : 1),
          prefix: true,
          fuzzy: 0.15,
          combineWith: 'AND',
        },
      })
      search.addAll((await response.json()) as SearchEntry[])
      return search
    })
    .catch((error: unknown) => {
      index = undefined
      throw error
    })
  return index
}

/** Cuts the endings of cases off long Russian words: a search for «копия» means «копии» too. */
function stem(term: string): string {
  return /^[а-я]{5,}$/.test(term) ? term.replace(/[аеиоуыэюяйь]{1,2}[мхв]?$/, '') : term
}

let isStarted = false

/** Makes the dialog search; asked again, it only tries once more what could not be loaded. */
export async function startSearch(box: HTMLDialogElement): Promise<void> {
  const field = box.querySelector('input')
  const found = box.querySelector('ul')
  const said = box.querySelector<HTMLElement>('.none')
  if (field === null || found === null || said === null) return
  await loadIndex()
  if (isStarted) return
  isStarted = true
  answer(box, field, found, said)
}

function answer(
  box: HTMLDialogElement,
  field: HTMLInputElement,
  found: HTMLUListElement,
  said: HTMLElement,
): void {
  let chosen = 0
  const links = () => [...found.querySelectorAll('a')]
  const choose = (place: number) => {
    const options = links()
    chosen = options.length === 0 ? 0 : (place + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen))
    const option = options[chosen]
    if (option === undefined) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', option.id)
    option?.scrollIntoView({ block: 'nearest' })
  }
  const search = async () => {
    const query = field.value.trim()
    const results = query === '' ? [] : (await loadIndex()).search(query).slice(0, RESULTS)
    // Typed on meanwhile: the next answer is on its way.
    if (query !== field.value.trim()) return
    found.replaceChildren(
      ...results.map((result, place) => resultItem(result as unknown as SearchEntry, result.terms, place)),
    )
    field.setAttribute('aria-expanded', String(results.length > 0))
    said.textContent = query !== '' && results.length === 0 ? (box.dataset['nothing'] ?? '') : ''
    choose(0)
  }
  const searchAgain = () => {
    search().catch(() => (said.textContent = box.dataset['failed'] ?? ''))
  }
  field.addEventListener('input', searchAgain)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') links()[chosen]?.click()
    // Browsers would only empty the field.
    else if (event.key === 'Escape') box.close()
    else return
    event.preventDefault()
  })
  // A result on the page that is open only moves it.
  found.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) box.close()
  })
  searchAgain()
}

function resultItem(
  { id, page, heading, text }: SearchEntry,
  terms: readonly string[],
  place: number,
): HTMLElement {
  const item = document.createElement('li')
  item.role = 'none'
  const link = document.createElement('a')
  Object.assign(link, { href: id, id: `found-${place}`, role: 'option', tabIndex: -1 })
  const title = document.createElement('strong')
  title.textContent = heading === '' ? page : heading
  const where = document.createElement('small')
  where.textContent = heading === '' ? '' : page
  const excerpt = document.createElement('span')
  excerpt.append(...marked(excerptOf(text, terms), terms))
  link.append(title, where, excerpt)
  item.append(link)
  return item
}

/** The text around the first word that was asked for. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase().replaceAll('ё', 'е')
  const at = Math.max(0, Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)))
  const from = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', at - 40)) : 0
  const cut = text.slice(from, from + EXCERPT).trim()
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < text.length ? ' …' : ''}`
}

function marked(text: string, terms: readonly string[]): (Node | string)[] {
  const lower = text.toLowerCase().replaceAll('ё', 'е')
  const parts: (Node | string)[] = []
  let from = 0
  while (from < text.length) {
    const next = terms
      .map((term) => ({ term, at: lower.indexOf(term, from) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.term.length - a.term.length)[0]
    if (next === undefined) break
    const mark = document.createElement('mark')
    mark.textContent = text.slice(next.at, next.at + next.term.length)
    parts.push(text.slice(from, next.at), mark)
    from = next.at + next.term.length
  }
  return [...parts, text.slice(from)]
}
