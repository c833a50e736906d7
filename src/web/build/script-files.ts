import type { Rolldown } from 'vite'

type Splitting = Extract<NonNullable<Rolldown.OutputOptions['codeSplitting']>, object>
type Group = NonNullable<Splitting['groups']>[number]
type Modules = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

const ENTRY = '/src/web/app/main.tsx'
const LANDING = '/src/web/app/landing/'
const CARDS = /\/src\/web\/features\/cards\/(?!AddToList|CompareLink|FirstSteps\.)/

/** Name of the file with what every page loads first. Vite drops the page's own entry, which would only import it. */
export const INITIAL = 'initial'

/**
 * Which modules share a file, by folder and by who imports them. Otherwise each module that several pages share would be a
 * file: 32 for the landing page, most of them under 1 kB.
 */
export const SCRIPT_GROUPS: Group[] = [
  { name: (id, modules) => (isInitial(id, modules) ? INITIAL : null), priority: 2 },
  // What the legal texts share; they need nothing of what other pages do.
  { name: 'legal', test: /\/src\/web\/features\/legal\//, minShareCount: 2, priority: 1 },
  { name: 'common', test: isCommon, minShareCount: 2 },
  // The pages of lists; other pages only have what leads there.
  { name: 'cards', test: CARDS, priority: 1, includeDependenciesRecursively: false },
]

/** Whether a module may be in the file that most pages load: neither lists nor the chart, with which the libraries that draw it come. */
function isCommon(id: string): boolean {
  if (CARDS.test(id)) return false
  if (/\/features\/statistics\/(?:StatisticsChart|layout-chart)/.test(id)) return false
  return /\/src\/(?:web|shared\/(?:api|rules))\/|\/@tanstack\//.test(id)
}

/** Whether every page needs a module, or the landing page, which must load few files, shares it with others. */
function isInitial(id: string, modules: Modules): boolean {
  if (id.endsWith('.html') || id.includes(LANDING)) return false
  const ancestors = ancestorsOf(id, modules)
  if (ancestors.some((ancestor) => ancestor.endsWith(ENTRY))) return true
  const isForLanding = (importer: string) => importer.includes(LANDING)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return ancestors.some(isForLanding) && !importers.every(isForLanding)
}

/** Every module that imports a module statically, directly or not, and the module itself. */
function ancestorsOf(id: string, modules: Modules): readonly string[] {
  const found = new Set([id])
  for (const known of found) {
    for (const importer of modules.getModuleInfo(known)?.importers ?? []) found.add(importer)
  }
  return [...found]
}
