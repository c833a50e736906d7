import { PageLink } from '#web/app/PageLink.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { formatDate } from '#web/ui/format.ts'
import { ContactSource } from './ContactSource.tsx'
import styles from './ContactSheet.module.css'
import type { Contact } from './use-reveal.tsx'

/** A bought contact: the address to copy or write to, where it comes from and when it was seen there. */
export function ContactSheet({ contact }: { readonly contact: Contact }) {
  const { reveals } = useTexts()
  const { language } = useLanguage()
  const { email, source, lastSeenAt } = contact
  return (
    <div className={styles.sheet}>
      <p className={styles.label}>{reveals.contact}</p>
      <p className={styles.address}>
        <a href={`mailto:${email}`}>{email}</a>
        <CopyButton
          text={email}
          label={reveals.copyContact}
          doneLabel={reveals.contactCopied}
          failedText={reveals.copyFailed}
        />
      </p>
      <p className={styles.details}>
        {source !== null && (
          <>
            {reveals.source}: <ContactSource source={source} />
          </>
        )}
        {source !== null && lastSeenAt !== null && ', '}
        {lastSeenAt !== null && reveals.seen(formatDate(lastSeenAt, language))}
        {(source !== null || lastSeenAt !== null) && '. '}
        <PageLink page="purchases">{reveals.toPurchases}</PageLink>
      </p>
    </div>
  )
}
