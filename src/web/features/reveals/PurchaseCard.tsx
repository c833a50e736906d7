import { memo } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { ContactSource } from './ContactSource.tsx'
import styles from './PurchaseCard.module.css'
import type { PurchaseRecord } from './purchase-records.ts'

interface PurchaseCardProps {
  readonly record: PurchaseRecord
  /** Position in the list, from 1: only a part of the list is rendered. */
  readonly place: number
  readonly total: number
  readonly isLeaving: boolean
  readonly onRemove: (record: PurchaseRecord) => void
}

/** A bought contact. Only changes render again: the list may hold thousands. */
export const PurchaseCard = memo(function PurchaseCard(props: PurchaseCardProps) {
  const { record, place, total, isLeaving, onRemove } = props
  const { purchases } = useTexts()
  const { language } = useLanguage()
  const name = record.channel_name
  return (
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={total}
      aria-hidden={isLeaving || undefined}
      className={classNames(styles.item, isLeaving && styles.leaving)}
    >
      <Card tab={purchases.bought(formatDate(record.boughtAt, language))} isQuiet aria-label={name}>
        <div className={styles.head}>
          <Thumbnail src={record.thumbnail} name={name} size="small" />
          <ChannelName record={record} />
          <span className={styles.remove}>
            <IconButton
              icon="bin"
              label={purchases.remove(name)}
              disabled={isLeaving}
              onClick={(event) => {
                if (record.email !== null) focusNeighbour(event.currentTarget)
                onRemove(record)
              }}
            />
          </span>
        </div>
        <Address record={record} />
      </Card>
    </div>
  )
})

function ChannelName({ record: { channel_name: name, url } }: { readonly record: PurchaseRecord }) {
  const { search } = useTexts()
  return (
    <h2 className={styles.name} tabIndex={-1}>
      {url === null ? (
        name
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" title={search.openChannel(name)}>
          {name}
          <VisuallyHidden>{search.inNewTab}</VisuallyHidden>
        </a>
      )}
    </h2>
  )
}

function Address({ record }: { readonly record: PurchaseRecord }) {
  const { purchases, reveals } = useTexts()
  const { email, withheld, source, lastSeenAt, channel_name } = record
  if (email === null) {
    return <p className={styles.withheld}>{purchases.withheld[withheld ?? 'gone']}</p>
  }
  return (
    <div>
      <p className={styles.address}>
        <a href={`mailto:${email}`}>{email}</a>
        <CopyButton
          text={email}
          label={purchases.copy(channel_name)}
          doneLabel={reveals.contactCopied}
          failedText={reveals.copyFailed}
        />
      </p>
      <p className={styles.source}>
        <ContactSource source={source} lastSeenAt={lastSeenAt} />
      </p>
    </div>
  )
}

/** The placeholder of a card that is loading, as large as a card. */
export function PurchaseCardSkeleton() {
  return (
    <Card tab={<Skeleton width="9rem" />} isQuiet aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width="2.75rem" height="2.75rem" />
        <Skeleton width="55%" />
      </div>
      <div>
        <p className={styles.address}>
          <Skeleton width="75%" height="1.6em" />
          <Skeleton width="0" height="2.75rem" />
        </p>
        <p className={styles.source}>
          <Skeleton width="60%" />
        </p>
      </div>
    </Card>
  )
}

/** The focused card disappears: the next one takes the focus, or the page's heading. */
function focusNeighbour(button: Element): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main [role=listitem] h2')]
  const own = headings.findIndex((heading) => heading.closest('[role=listitem]')?.contains(button))
  const next = headings[own + 1] ?? headings[own - 1] ?? document.querySelector<HTMLElement>('main h1')
  next?.focus({ preventScroll: true })
}
