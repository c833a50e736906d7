import { useState } from 'react'
import { formatPrice } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { useChannelWords } from '#web/features/reveals/PurchaseParts.tsx'
import { MailAddress } from '#web/features/reveals/MailAddress.tsx'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Words } from '#web/kit/components/layout.tsx'
import { formatDay, formatShortDate, moscowDay } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './CardParts.module.css'
import type { CardRecord, Person } from './card-records.ts'
import type { CardField, CardPatch } from './change-cards.ts'

interface OfCard {
  readonly card: CardRecord
}

/** The date by which steps are due, in Moscow. */
export function useTodayDate(): string {
  return useState(() => moscowDay(Date.now()))[0]
}

/** A day with its year where that is not this one. @param day `YYYY-MM-DD` */
function formatStep(day: string, today: string, language: Language): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day, language) : formatShortDate(day, language)
}

/** The value of a field as a text. */
export function useValueText(
  people: readonly Person[],
): (field: CardField, value: CardPatch[CardField]) => string {
  const { cards: texts, purchases } = useTexts()
  const { language } = useLanguage()
  return (field, value) => {
    if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) return texts.nothing
    const given = { [field]: value } as CardPatch
    if (given.stage !== undefined) return purchases.statuses[given.stage]
    if (given.price != null) return formatPrice(given.price.amount, language, given.price.currency)
    if (given.nextStepOn != null) return formatShortDate(given.nextStepOn, language)
    if (given.tags !== undefined) return given.tags.join(', ')
    if (given.note !== undefined) return given.note
    return people.find(({ userId }) => userId === given.ownerId)?.username ?? texts.somebody
  }
}

/** The date of the next step, marked when it is due; null without one. */
export function NextStep({ card: { nextStepOn } }: OfCard) {
  const { cards: texts } = useTexts()
  const { language } = useLanguage()
  const today = useTodayDate()
  if (nextStepOn === null) return null
  const text = formatStep(nextStepOn, today, language)
  if (nextStepOn > today) return <span>{text}</span>
  return (
    <Words tone="warning">
      <Icon name="clock" size="small" />
      <span>{nextStepOn === today ? texts.today : texts.overdue(text)}</span>
    </Words>
  )
}

export function Tags({ tags }: Pick<CardRecord, 'tags'>) {
  const { cards: texts } = useTexts()
  if (tags.length === 0) return null
  return (
    <ul className={styles.tags} aria-label={texts.fields.tags}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}

/** The address of a bought contact, or whether there is one to buy. */
export function Contact({ card: { purchase, isBought, hasContact, channel_name: name } }: OfCard) {
  const { purchases, reveals, search } = useTexts()
  if (purchase?.email != null) {
    return (
      <span className={styles.contact}>
        <MailAddress email={purchase.email} />
        <CopyButton
          text={purchase.email}
          label={purchases.copy(name)}
          doneLabel={reveals.contactCopied}
          failedText={reveals.copyFailed}
        />
      </span>
    )
  }
  const [icon, tone, text] = isBought
    ? (['mailOff', 'muted', search.contactWithheld] as const)
    : hasContact
      ? (['mail', 'success', search.hasContact] as const)
      : (['mailOff', 'muted', search.noContact] as const)
  return (
    <Words tone={tone}>
      <Icon name={icon} size="small" />
      <span>{text}</span>
    </Words>
  )
}

type Described = Pick<CardRecord, 'subsCount' | 'content_type' | 'country'>

/** What the channel is, in a few words. */
export function ChannelWords({ channel }: { readonly channel: Described }) {
  return <span className={styles.words}>{useChannelWords()(channel)}</span>
}
