import { keptInTab } from '#web/kit/stores/storage.ts'

/** The scroll position of each history entry, in px from the top; survives reloads and visits to other sites. */
let places: Record<string, number | undefined> = {}
/** The entry whose page is shown; null before the first. */
let shown: string | null = null
/** Its number in the browser's history. */
let shownNumber: number | undefined
/** The position to restore while the content is still loading, until the person scrolls; null when there is none. */
let restoring: number | null = null
let timer = 0

const kept = keptInTab('places')
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const HOLD_MS = 10_000

/**
 * Shows a history entry: after a step back or forward at its last position, otherwise at the top.
 * @param isHere start at the current position
 */
export function arrive(entry: string, isHere: boolean, isStep: boolean): void {
  if (shown === null) begin(entry)
  shown = entry
  shownNumber = historyState().idx
  stopRestoring()
  const known = isStep ? places[entry] : undefined
  const place = known ?? (isHere ? scrollY : 0)
  places[entry] = place
  // The top is there at once. Holding it would throw back a person who scrolls in a way that is none of the moves.
  if (known !== undefined && known > 0) {
    restoring = known
    timer = window.setTimeout(stopRestoring, HOLD_MS)
  }
  go(place)
}

function begin(entry: string): void {
  loadPlaces()
  const [way] = performance.getEntriesByType('navigation')
  // Entries that the browser created share one name: after a new navigation, the stored position belongs to an older entry.
  if (way !== undefined && 'type' in way && way.type === 'navigate') places[entry] = undefined
  addEventListener('pageshow', loadPlaces)
  addEventListener('pagehide', savePlaces)
  addEventListener('scroll', () => {
    if (restoring !== null || shown === null) return
    places[shown] = scrollY
    // An entry that replaces the shown one, e.g. with more results, is the browser's before its page is shown.
    const { idx, key } = historyState()
    if (idx === shownNumber && key !== undefined) places[entryOf(key, location)] = scrollY
  })
  for (const move of MOVES) addEventListener(move, stopRestoring, { capture: true, passive: true })
  new ResizeObserver(() => {
    if (restoring !== null) go(restoring)
  }).observe(document.body)
}

/** Names a history entry. @param key the router's, which survives reloads */
export function entryOf(key: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return key + pathname + search
}

/** What the router stores with the browser's current entry. */
function historyState(): { readonly idx?: number; readonly key?: string } {
  return (history.state ?? {}) as { readonly idx?: number; readonly key?: string }
}

function loadPlaces(): void {
  history.scrollRestoration = 'manual'
  places = { ...(JSON.parse(kept.read() ?? '{}') as typeof places), ...places }
}

function savePlaces(): void {
  // After a reload the browser restores the position until the script has loaded.
  history.scrollRestoration = 'auto'
  kept.write(JSON.stringify(places))
}

function stopRestoring(): void {
  restoring = null
  clearTimeout(timer)
}

function go(place: number): void {
  scrollTo({ top: place, behavior: 'instant' })
}
