import { Words } from '#web/kit/components/layout.tsx'
import { Fragment } from 'react'
import type { PurchaseRecord } from '#web/features/reveals/purchase-records.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
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
      <Words tone={isYours ? 'success' : 'muted'} isWhole>
        <Icon name={isYours ? 'check' : 'mailOff'} size="small" />
        <span>{isYours ? search.contactYours : search.contactWithheld}</span>
      </Words>
    )
  }
  const isRefused = !isKnown && reason !== null
  const [known, unknown] = isShort
    ? [search.contactKnown, search.contactUnknown]
    : [search.hasContact, search.noContact]
  return (
    <Words tone={isKnown ? 'success' : 'muted'} isWhole={!isRefused}>
      <Icon name={isKnown ? 'mail' : 'mailOff'} size="small" />
      <span>{isKnown ? known : reason === null ? unknown : search.noContactReasons[reason]}</span>
    </Words>
  )
}

/** The most words that a card or a row shows. */
const TERMS_MAX = 5

/** The words of recent titles that a topic matched; nothing for other results. */
export function Terms({ terms = [] }: { readonly terms: Channel['terms'] | undefined }) {
  if (terms.length === 0) return null
  return (
    <Words tone="strong">
      {terms.slice(0, TERMS_MAX).map((term, place) => (
        <Fragment key={term}>
          {place > 0 && <span>{', '}</span>}
          <bdi>{term}</bdi>
        </Fragment>
      ))}
    </Words>
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
      <Words title={search.subscribersUnknown}>{hasUnit ? search.subscribersHidden : search.unknown}</Words>
    )
  }
  return <SubscriberCount count={count} hasUnit={hasUnit} />
}
