import { pagesLinkedIn } from '#shared/pages.ts'
import { DOCS, OFFER } from '#shared/paths.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { useSession } from '#web/kit/api/session.ts'
import styles from './Footer.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'

/** Documents, support and social links, and a second language switch. */
export function Footer() {
  const { shell, common } = useStartTexts()
  const { language } = useLanguage()
  const config = useConfig()
  const { userData } = useSession()
  // Where nobody is asked to become a sponsor, only sponsors have something to do there.
  const hasSponsors =
    (config?.sponsorCampaignUrl ?? null) !== null || userData?.userInformation.isVoteEnabled === true
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <p className={styles.name}>{common.productName}</p>
          <p>{shell.motto}</p>
          <LanguageSwitch />
        </div>
        <nav aria-labelledby="footer-documents">
          <h2 id="footer-documents">{shell.documents}</h2>
          <ul>
            <LinkedPages part="documents" />
            <li>
              <a href={OFFER}>{shell.offer}</a>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-more">
          <h2 id="footer-more">{shell.more}</h2>
          <ul>
            <LinkedPages part="more" />
            {hasSponsors && <LinkedPages part="sponsors" />}
            <li>
              <a href={DOCS[language]}>{shell.documentation}</a>
            </li>
          </ul>
        </nav>
        <section aria-labelledby="footer-support" className={styles.support}>
          <h2 id="footer-support">{shell.support}</h2>
          <ul>
            {config !== null && (
              <li>
                <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>
              </li>
            )}
            {config?.socialLinks.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noopener noreferrer" target="_blank">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </footer>
  )
}

function LinkedPages({ part }: { readonly part: 'documents' | 'more' | 'sponsors' }) {
  const { shell } = useStartTexts()
  return pagesLinkedIn(part).map((page) => (
    <li key={page}>
      <PageLink page={page}>{shell[page]}</PageLink>
    </li>
  ))
}
