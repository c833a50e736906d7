import { Lead } from '#web/kit/components/layout.tsx'
import { parseContentType } from '#shared/rules/filters.ts'
import { formatCompact, type formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { MailAddress } from './MailAddress.tsx'
import { useWrittenOffer } from './PurchaseProgress.tsx'
import styles from './MailAddress.module.css'
import type { PurchaseRecord } from './purchase-records.ts'

// What cards and rows of purchases have in common.

interface OfRecord {
  readonly record: PurchaseRecord
}

/** When it was bought and, for a team, who opened it. */
export function useBoughtWords(): (record: PurchaseRecord, formatDay: typeof formatShortDate) => string {
  const { purchases, teams } = useTexts()
  const { language } = useLanguage()
  return ({ boughtAt, openedBy }, formatDay) => {
    const day = formatDay(boughtAt, language)
    return openedBy === null ? purchases.bought(day) : teams.openedBy(openedBy.name, day)
  }
}

/** The channel's name, which leads to the channel. What contains it takes `NAME_PROPS`. */
export function ChannelName({ record: { channel_name: name, url } }: OfRecord) {
  const { search } = useTexts()
  if (url === null) return <span>{name}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={search.openChannel(name)}>
      <span>{name}</span>
      <VisuallyHidden>{` (${search.inNewTab})`}</VisuallyHidden>
    </a>
  )
}

type DescribedChannel = Pick<PurchaseRecord, 'subsCount' | 'content_type' | 'country'>

/** What the channel is, as far as known: `105K · Gaming · Germany`; null when nothing is. */
export function useChannelWords(): (channel: DescribedChannel) => string | null {
  const { search } = useTexts()
  const { language } = useLanguage()
  return ({ subsCount, content_type, country }) => {
    const types = content_type.split(',').flatMap((value) => parseContentType(value) ?? [])
    const words = [
      subsCount === null ? null : formatCompact(subsCount, language),
      types.length === 0 ? null : types.map((type) => search.contentTypes[type]).join(', '),
      country === null ? null : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country),
    ].filter((word) => word !== null)
    return words.length === 0 ? null : words.join(' · ')
  }
}

/** A removed purchase hands the focus to the next one's name. */
export const NAME_PROPS = { 'data-purchase-name': true, tabIndex: -1 } as const

/** The address to write to or to copy, or why there is none. */
export function Address({ record }: OfRecord) {
  const { purchases, reveals } = useTexts()
  const offerWritten = useWrittenOffer(record)
  const { email, withheld, channel_name } = record
  if (email === null) return <Lead>{purchases.withheld[withheld ?? 'gone']}</Lead>
  return (
    <p className={styles.withCopy}>
      <MailAddress email={email} onClick={offerWritten} />
      <CopyButton
        text={email}
        label={purchases.copy(channel_name)}
        doneLabel={reveals.contactCopied}
        failedText={reveals.copyFailed}
        onCopied={offerWritten}
      />
    </p>
  )
}

interface RemoveButtonProps extends OfRecord {
  readonly isLeaving: boolean
  readonly onRemove: (record: PurchaseRecord) => void
}

export function RemoveButton({ record, isLeaving, onRemove }: RemoveButtonProps) {
  const { purchases } = useTexts()
  if (!useMay('purchases:write')) return null
  return (
    <IconButton
      icon="bin"
      label={purchases.remove(record.channel_name)}
      disabled={isLeaving}
      onClick={(event) => {
        if (record.email !== null) focusNeighbour(event.currentTarget)
        onRemove(record)
      }}
    />
  )
}

/** What holds the focus disappears: the next name takes it, or the page's heading. */
function focusNeighbour(button: Element): void {
  const names = [
    ...document.querySelectorAll<HTMLElement>('main [data-purchase]:not([aria-hidden]) [data-purchase-name]'),
  ]
  const own = names.findIndex((name) => name.closest('[data-purchase]')?.contains(button))
  const next = names[own + 1] ?? names[own - 1]
  if (next === undefined) focusHeading()
  else next.focus({ preventScroll: true })
}
