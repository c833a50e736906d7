import { FIGURE_NAMES, type Figures, writeFigure } from '#shared/rules/figures.ts'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './CatalogueFigures.module.css'

/** How many channels and contacts there are, and what a new account gets. What is not known is left out. */
export function CatalogueFigures() {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const figures = readFigures()
  return (
    <ul className={styles.figures} aria-label={landing.figuresTitle}>
      {FIGURE_NAMES.map((name) => (
        <li key={name}>
          <b className={styles.figure}>
            {figures === null ? `%${name.toUpperCase()}%` : writeFigure(figures[name], language)}
          </b>
          <span>
            {` ${figures === null ? `%${name.toUpperCase()}_WORD%` : landing.figures[name](figures[name] ?? 0)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const UNKNOWN: Figures = { channels: null, contacts: null, welcome: null }

/** The figures that the page brings; null in the build, which leaves placeholders that the server fills in. */
function readFigures(): Figures | null {
  if (typeof document === 'undefined') return null
  const text = document.querySelector<HTMLMetaElement>('meta[name="figures"]')?.content ?? ''
  // In development nothing fills the placeholder.
  return text.startsWith('{') ? { ...UNKNOWN, ...(JSON.parse(text) as Partial<Figures>) } : UNKNOWN
}
