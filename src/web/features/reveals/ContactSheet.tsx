import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { ContactSource } from './ContactSource.tsx'
import styles from './ContactSheet.module.css'
import type { Contact } from './use-reveal.tsx'

/** A bought contact: the address to copy or write to, its source and when it was seen there. */
export function ContactSheet({ contact }: { readonly contact: Contact }) {
  const { reveals } = useTexts()
  const { email, source, lastSeenAt } = contact
  const at = email.lastIndexOf('@') + 1
  return (
    <div className={styles.sheet} data-contact>
      <p className={styles.label}>{reveals.contact}</p>
      <p className={styles.address}>
        <a className={styles.mail} href={`mailto:${email}`} title={reveals.write}>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
          <span className={styles.letter}>
            <Icon name="mail" size="small" />
          </span>
        </a>
        <CopyButton
          text={email}
          label={reveals.copyContact}
          doneLabel={reveals.contactCopied}
          failedText={reveals.copyFailed}
        />
      </p>
      <p className={styles.details}>
        <ContactSource source={source} lastSeenAt={lastSeenAt} />
        {(source !== null || lastSeenAt !== null) && '. '}
        <PageLink page="purchases">{reveals.toPurchases}</PageLink>
      </p>
    </div>
  )
}
