import { useHref } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './Sources.module.css'

/** Where addresses come from, and how a creator takes one out. */
export function Sources() {
  const { landing, shell } = useStartTexts()
  const terms = useHref(PATHS.terms)
  return (
    <section className={styles.sources} aria-labelledby="sources">
      <h2 id="sources">{landing.sourcesTitle}</h2>
      <ul className={styles.list}>
        {landing.sources.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        <a href={`${terms}#part-12`}>{landing.toSources}</a>
        <PageLink page="optout">{shell.optout}</PageLink>
      </p>
    </section>
  )
}
