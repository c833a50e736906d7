import { Fragment } from 'react'
import type { PurchaseRecord } from '#web/features/reveals/purchase-records.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ChannelFacts.module.css'
import { SubscriberCount } from './SubscriberCount.tsx'
import type { Channel } from './use-results.ts'

interface ContactMarkProps {
  /** Null while it is loading. */
  readonly channel: Pick<Channel, 'hasContact' | 'noContactReason'> | null
  /** Where a title beside it says that this is about the contact. */
  readonly isShort?: boolean
  /** Whether the person has bought it, and may read it. */
  readonly ownership?: Ownership
}

type Ownership = 'none' | 'yours' | 'withheld'

/** What the person has of a channel's contact. @param record undefined when it was not bought */
export function ownershipOf(record: PurchaseRecord | undefined): Ownership {
  if (record === undefined) return 'none'
  return record.email === null ? 'withheld' : 'yours'
}

/** Whether a channel has a contact: a sign and a word. */
export function ContactMark({ channel, isShort = false, ownership = 'none' }: ContactMarkProps) {
  const { search } = useTexts()
  const isKnown = channel?.hasContact === true
  const reason = channel?.noContactReason ?? null
  if (ownership === 'yours' || (ownership === 'withheld' && reason === null)) {
    const isYours = ownership === 'yours'
    return (
      <span className={classNames(styles.contact, isYours && styles.known)}>
        <Icon name={isYours ? 'check' : 'mailOff'} size="small" />
        <span>{isYours ? search.contactYours : search.contactWithheld}</span>
      </span>
    )
  }
  const isRefused = !isKnown && reason !== null
  const [known, unknown] = isShort
    ? [search.contactKnown, search.contactUnknown]
    : [search.hasContact, search.noContact]
  return (
    <span className={classNames(styles.contact, isKnown && styles.known, isRefused && styles.refused)}>
      <Icon name={isKnown ? 'mail' : 'mailOff'} size="small" />
      <span>{isKnown ? known : reason === null ? unknown : search.noContactReasons[reason]}</span>
    </span>
  )
}

/** The most words that a card or a row shows. */
const TERMS_MAX = 5

/** The words of recent titles that a topic matched; nothing for other results. */
export function Terms({ terms = [] }: { readonly terms: Channel['terms'] | undefined }) {
  if (terms.length === 0) return null
  return (
    <span className={styles.terms}>
      {terms.slice(0, TERMS_MAX).map((term, place) => (
        <Fragment key={term}>
          {place > 0 && <span>{', '}</span>}
          <bdi>{term}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/** A number of subscribers, or that it is not known. */
export function Subscribers({
  count,
  hasUnit,
}: {
  readonly count: number | null
  readonly hasUnit: boolean
}) {
  const { search } = useTexts()
  if (count === null) {
    return (
      <span className={styles.unknown} title={search.subscribersUnknown}>
        {hasUnit ? search.subscribersHidden : search.unknown}
      </span>
    )
  }
  return <SubscriberCount count={count} hasUnit={hasUnit} />
}
