/** Where the person was on each entry of the history, in px from the top; over reloads and ways to other sites as well. */
let places: Record<string, number> = {}
/** The entry that is shown; null before the first. */
let shown: string | null = null
/** The place that the page goes back to, until the person moves: what it shows may still be on its way. */
let wanted: number | null = null
let timer = 0

const KEY = 'places'
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const HOLD_MS = 10_000

/**
 * Shows an entry of the history: a step back or forward where the person left it, another at the top.
 * @param isHere it begins where the person is
 */
export function arrive(entry: string, isHere: boolean, isStep: boolean): void {
  if (shown === null) begin(entry)
  shown = entry
  letGo()
  const known = isStep ? places[entry] : undefined
  const place = known ?? (isHere ? scrollY : 0)
  places[entry] = place
  if (known !== undefined) {
    wanted = known
    timer = window.setTimeout(letGo, HOLD_MS)
  }
  go(place)
}

function begin(entry: string): void {
  takeOver()
  const [way] = performance.getEntriesByType('navigation')
  // Entries that the browser made have no name of their own: a new one is not the one that was here before.
  if (way !== undefined && 'type' in way && way.type === 'navigate') places[entry] = scrollY
  addEventListener('pageshow', takeOver)
  addEventListener('pagehide', handOver)
  addEventListener('scroll', () => {
    if (wanted === null && shown !== null) places[shown] = scrollY
  })
  for (const move of MOVES) addEventListener(move, letGo, { capture: true, passive: true })
  new ResizeObserver(() => {
    if (wanted !== null) go(wanted)
  }).observe(document.body)
}

function takeOver(): void {
  history.scrollRestoration = 'manual'
  try {
    places = { ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as typeof places), ...places }
  } catch {
    // A browser that keeps nothing begins at the top.
  }
}

function handOver(): void {
  // After a reload the browser does it until the script is there.
  history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem(KEY, JSON.stringify(places))
  } catch {
    // As above.
  }
}

function letGo(): void {
  wanted = null
  clearTimeout(timer)
}

function go(place: number): void {
  scrollTo({ top: place, behavior: 'instant' })
}
