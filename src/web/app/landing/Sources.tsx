import { useHref } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './LandingPage.module.css'

/** Where addresses come from, and how a creator takes one out. */
export function Sources() {
  const { landing, shell } = useStartTexts()
  const terms = useHref(PATHS.terms)
  return (
    <section className={styles.section} aria-labelledby="sources">
      <div className={styles.words}>
        <h2 id="sources">{landing.sourcesTitle}</h2>
      </div>
      <ul className={styles.sources}>
        {landing.sources.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <ul className={styles.links}>
        <li>
          <a href={`${terms}#part-12`}>{landing.toSources}</a>
        </li>
        <li>
          <PageLink page="optout">{shell.optout}</PageLink>
        </li>
      </ul>
    </section>
  )
}
