import { PageLink } from '#web/kit/links/PageLink.tsx'
import { formatShortDate, formatStamp } from '#web/kit/formats/format.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { useIsStill, usePresence } from '#web/kit/components/motion.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { WriteButton } from '#web/features/templates/WriteButton.tsx'
import { ContactSource } from './ContactSource.tsx'
import { Dotted, partsOf } from './MailAddress.tsx'
import { useWrittenOffer } from './PurchaseProgress.tsx'
import { useBoughtWords } from './PurchaseParts.tsx'
import { ReportContact } from './ReportContact.tsx'
import styles from './ContactSlip.module.css'
import type { PurchaseRecord } from './purchase-records.ts'
import type { Contact } from './reveal-state.ts'
import type { RevealStatus } from './use-reveal.tsx'

const TEARING_MS = 280

interface ContactSlipProps {
  readonly contact: Contact | null
  readonly record: PurchaseRecord | undefined
  /** There is an address to buy, under the strip. */
  readonly isCovered: boolean
  /** The strip was torn off by a press, rather than never there. */
  readonly isTorn: boolean
  readonly status: RevealStatus
}

/** The address on the card: under a perforated strip until it is bought, then torn open and stamped. */
export function ContactSlip({ contact, record, isCovered, isTorn, status }: ContactSlipProps) {
  const { reveals, purchases } = useTexts()
  const { language } = useLanguage()
  const isStill = useIsStill()
  const presence = usePresence(isCovered, TEARING_MS)
  const isLeaving = presence === 'leaving' && isTorn && !isStill
  const isWithheld = contact === null && record !== undefined
  const isEmpty = !isCovered && contact === null && !isWithheld
  return (
    <div className={classNames(styles.slip, isEmpty && styles.none)}>
      <p className={styles.label}>{!isEmpty && reveals.contact}</p>
      <div className={styles.window}>
        <div role="status">
          {contact !== null && <Address contact={contact} />}
          {isWithheld && <p className={styles.withheld}>{purchases.withheld[record.withheld ?? 'gone']}</p>}
        </div>
        {(isCovered || isLeaving) && (
          <span
            className={classNames(styles.cover, isLeaving ? styles.torn : styles[status])}
            data-cover
            aria-hidden="true"
          />
        )}
      </div>
      {contact !== null && record !== undefined && (
        <p className={classNames(styles.stamp, isTorn && styles.fresh)}>
          {reveals.yours(formatStamp(record.boughtAt, language))}
        </p>
      )}
    </div>
  )
}

/** An address as large as fits, wrapped after its @, and only where it must before a dot. */
function Address({ contact: { email } }: { readonly contact: Contact }) {
  const parts = partsOf(email)
  const longest = Math.max(...parts.map(({ length }) => length))
  return (
    <p className={styles.address} style={{ '--letters': longest }} data-contact>
      {parts.map((part) => (
        <span key={part}>
          <Dotted text={part} />
        </span>
      ))}
    </p>
  )
}

interface ContactFootProps {
  readonly contact: Contact
  readonly record: PurchaseRecord | undefined
}

/** What follows the address and what to do with it: where it is from, where it is kept, and the way to report it. */
export function ContactFoot({ contact: { email, source, lastSeenAt }, record }: ContactFootProps) {
  const { reveals } = useTexts()
  const boughtWords = useBoughtWords()
  return (
    <div className={styles.foot}>
      {(source !== null || lastSeenAt !== null) && (
        <p className={styles.details}>
          <ContactSource source={source} lastSeenAt={lastSeenAt} />
        </p>
      )}
      <p className={styles.kept}>
        <PageLink page="purchases">{reveals.toPurchases}</PageLink>
      </p>
      {record?.openedBy != null && <p className={styles.details}>{boughtWords(record, formatShortDate)}</p>}
      {record !== undefined && (
        <>
          <WriteToRecord record={record} email={email} />
          <ReportContact record={record} />
        </>
      )}
    </div>
  )
}

/** Writes to a bought contact, and offers to note that. */
export function WriteToRecord({
  record,
  email,
}: {
  readonly record: PurchaseRecord
  readonly email: string
}) {
  const offerWritten = useWrittenOffer(record)
  return <WriteButton channel={record} email={email} onWritten={offerWritten} />
}
