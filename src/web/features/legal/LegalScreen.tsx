import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { inForceOn, type LegalSection, type LegalVersions, versionOf } from '#shared/legal/document.ts'
import type { PageName } from '#shared/pages.ts'
import { OFFER, PATHS } from '#shared/paths.ts'
import { formatDate, moscowDay } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { LegalSentence } from './LegalSentence.tsx'
import styles from './LegalScreen.module.css'

interface LegalScreenProps {
  readonly page: PageName
  readonly versions: LegalVersions
}

/** A legal text: the version in force, or an earlier one with `?version=YYYY-MM-DD`. */
export function LegalScreen({ page, versions }: LegalScreenProps) {
  const { legal } = useTexts()
  const { language } = useLanguage()
  const { search } = useLocation()
  // The page was built without a query string, and on another day.
  const today = useSyncExternalStore(neverChanges, readToday, () => null)
  const wanted = today === null ? null : new URLSearchParams(search).get('version')
  const inForce = inForceOn(versions, today)
  const version = versionOf(versions, wanted, today)
  const [newest] = versions
  const isInForce = version === inForce
  const written = (date: string) => formatDate(date, language)
  const { title, description, lead, sections } = version.texts[language]
  return (
    <>
      <PageHead title={title} description={description} {...(isInForce && { page })} />
      <article className={styles.page}>
        <header className={styles.head}>
          <p className={styles.date}>{legal.tab(written(version.date))}</p>
          <h1>{title}</h1>
          <p className={styles.lead}>
            <LegalSentence>{lead}</LegalSentence>
          </p>
          <p className={styles.standing}>
            {isInForce && legal.inForce}
            {isInForce && newest !== inForce && (
              <>
                {' '}
                {legal.next(written(newest.date))}{' '}
                <Link to={{ pathname: PATHS[page], search: `?version=${newest.date}` }}>
                  {legal.readNext}
                </Link>
              </>
            )}
            {!isInForce && (
              <>
                {version.date > inForce.date ? legal.announced(written(version.date)) : legal.replaced}{' '}
                <Link to={PATHS[page]}>{legal.toCurrent}</Link>
              </>
            )}
          </p>
          {page === 'terms' && newest !== inForce && (
            <p className={styles.standing}>
              <a href={`${OFFER}?version=${newest.date}`}>{legal.newOffer(written(newest.date))}</a>
            </p>
          )}
        </header>
        <nav className={styles.contents} aria-labelledby="legal-contents">
          <h2 id="legal-contents">{legal.contents}</h2>
          <ol>
            {sections.map((section, place) => (
              <li key={section.title}>
                <a href={`#part-${place + 1}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          {sections.map((section, place) => (
            <Section key={section.title} id={`part-${place + 1}`} section={section} />
          ))}
          <section className={styles.section} aria-labelledby="legal-versions">
            <h2 id="legal-versions">{legal.versions}</h2>
            <p>{legal.versionsText}</p>
            <ul>
              {versions.map(({ date }) => (
                <li key={date}>
                  <Link to={{ pathname: PATHS[page], search: `?version=${date}` }}>
                    {date === inForce.date
                      ? legal.current(written(date))
                      : date > inForce.date
                        ? legal.coming(written(date))
                        : written(date)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </article>
    </>
  )
}

const neverChanges = () => () => undefined

const readToday = () => moscowDay(Date.now())

function Section({ id, section: { title, text } }: { readonly id: string; readonly section: LegalSection }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text.map((paragraph) =>
        typeof paragraph === 'string' ? (
          <p key={paragraph}>
            <LegalSentence>{paragraph}</LegalSentence>
          </p>
        ) : (
          <ul key={paragraph[0]}>
            {paragraph.map((point) => (
              <li key={point}>
                <LegalSentence>{point}</LegalSentence>
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}
