import { COUNT_NAMES, type Counts, writeCount } from '#shared/rules/catalogue-counts.ts'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './LandingPage.module.css'

/** How many channels and contacts there are, and what a new account gets. What is not known is left out. */
export function CatalogueCounts() {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const counts = readCounts()
  return (
    <ul className={styles.counts} aria-label={landing.countsTitle}>
      {COUNT_NAMES.map((name) => (
        <li key={name}>
          <b className={styles.count}>
            {counts === null ? `%${name.toUpperCase()}%` : writeCount(counts[name], language)}
          </b>
          <span>
            {` ${counts === null ? `%${name.toUpperCase()}_WORD%` : landing.counts[name](counts[name] ?? 0)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const UNKNOWN: Counts = { channels: null, contacts: null, welcome: null }

/** The counts that the page brings; null in the build, which leaves placeholders that the server fills in. */
function readCounts(): Counts | null {
  if (typeof document === 'undefined') return null
  const text = document.querySelector<HTMLMetaElement>('meta[name="counts"]')?.content ?? ''
  // In development nothing fills the placeholder.
  return text.startsWith('{') ? { ...UNKNOWN, ...(JSON.parse(text) as Partial<Counts>) } : UNKNOWN
}
