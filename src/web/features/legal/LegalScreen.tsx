import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import {
  inForceOn,
  type LegalName,
  type LegalSection,
  type LegalVersion,
  versionOf,
} from '#shared/legal/document.ts'
import type { PageName } from '#shared/pages.ts'
import { OFFER, PATHS } from '#shared/paths.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { formatDate, moscowDay } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { LegalSentence } from './LegalSentence.tsx'
import styles from './LegalScreen.module.css'
import { useVersion, versionsOf } from './versions.ts'

interface LegalScreenProps {
  readonly page: PageName
  readonly name: LegalName
  /** The version with which the page is built. */
  readonly built: LegalVersion
}

/** A legal text: the version in force, or another one with `?version=YYYY-MM-DD`. */
export function LegalScreen({ page, name, built }: LegalScreenProps) {
  const { common, legal } = useTexts()
  const { language } = useLanguage()
  const { search } = useLocation()
  // The page was built without a query string, and on another day.
  const today = useSyncExternalStore(neverChanges, readToday, () => null)
  const versions = today === null ? ([built] as const) : (versionsOf(name) ?? ([built] as const))
  const inForce = today === null ? built : inForceOn(versions, today)
  const shown =
    today === null ? built : versionOf(versions, new URLSearchParams(search).get('version'), today)
  const { version, retry } = useVersion(name, built, shown.date)
  const [newest] = versions
  const isInForce = shown.date === inForce.date
  const written = (date: string) => formatDate(date, language)
  const newestOffer = today === null || page !== 'terms' ? undefined : versionsOf('offer')?.[0].date
  if (version === null)
    return (
      <>
        <PageHead title={built.texts[language].title} />
        <article className={styles.page}>
          <header className={styles.head}>
            <p className={styles.date}>{legal.tab(written(shown.date))}</p>
            <h1>{built.texts[language].title}</h1>
            {retry === null ? (
              <p className={styles.standing} role="status">
                {common.loading}
              </p>
            ) : (
              <>
                <p role="alert">{legal.loadFailed}</p>
                <div>
                  <Button onClick={retry}>{common.retry}</Button>
                </div>
              </>
            )}
          </header>
        </article>
      </>
    )
  const { title, description, lead, sections } = version.texts[language]
  return (
    <>
      <PageHead title={title} description={description} {...(isInForce && { page })} />
      <article className={styles.page}>
        <header className={styles.head}>
          <p className={styles.date}>{legal.tab(written(shown.date))}</p>
          <h1>{title}</h1>
          <p className={styles.lead}>
            <LegalSentence>{lead}</LegalSentence>
          </p>
          <p className={styles.standing}>
            {isInForce && <span>{legal.inForce}</span>}
            {isInForce && newest.date > inForce.date && (
              <>
                <span>{` ${legal.next(written(newest.date))} `}</span>
                <Link to={{ pathname: PATHS[page], search: `?version=${newest.date}` }}>
                  {legal.readNext}
                </Link>
              </>
            )}
            {!isInForce && (
              <>
                <span>
                  {`${shown.date > inForce.date ? legal.announced(written(shown.date)) : legal.replaced} `}
                </span>
                <Link to={PATHS[page]}>{legal.toCurrent}</Link>
              </>
            )}
          </p>
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
              {today !== null && newestOffer !== undefined && newestOffer > today && (
                <li>
                  <a href={`${OFFER}?version=${newestOffer}`}>{legal.newOffer(written(newestOffer))}</a>
                </li>
              )}
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
