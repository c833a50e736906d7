import type { Config } from '#server/config/config.ts'
import { linkToPage, type EmailText, renderEmail } from '#server/render-email.ts'
import { DATE_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { boughtContacts, creatorPage, mails } from '#shared/i18n/server-texts.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import {
  CREATOR_LINK_DAYS,
  REFUSED_SUBJECTS,
  type RefusedSubject,
  type RequestKind,
} from '#shared/rules/creators.ts'
import type { NoticedContact } from './creators.sql.ts'
import type { CreatorRequest } from './requests.sql.ts'

type Installation = Pick<
  Config,
  | 'publicUrl'
  | 'supportEmail'
  | 'contactSoldMonths'
  | 'contactKeptMonths'
  | 'sellerName'
  | 'sellerInn'
  | 'sellerOgrn'
  | 'sellerAddress'
  | 'sellerPhone'
>

/** The address that a link leads to. */
export function creatorLink(config: Pick<Config, 'publicUrl'>, language: Language, token: string): string {
  return `${linkToPage(config, 'creator', language)}?token=${token}`
}

/** The language of an email that nobody asked for: that of the channel, or else of its country. */
export function languageOfCreator({
  language,
  country,
}: Pick<NoticedContact, 'language' | 'country'>): Language {
  return language === null ? (country === 'RU' ? 'ru' : 'en') : language === 'ru' ? 'ru' : 'en'
}

/** Tells the owner of an address that it is listed, what is kept, and what to do about it. Never who asked for it. */
export function noticeEmail(contact: NoticedContact, config: Installation, link: string): EmailText {
  const language = languageOfCreator(contact)
  const { creators, reasons } = mails[language]
  const { notice } = creators
  const keeper = describeSeller(
    {
      name: config.sellerName,
      inn: config.sellerInn,
      ogrn: config.sellerOgrn,
      address: config.sellerAddress,
      phone: config.sellerPhone,
    },
    language,
  )
  return renderEmail({
    language,
    subject: notice.subject,
    parts: [
      { text: notice.intro(contact.channelName) },
      {
        facts: [
          [notice.channel, contact.channelName],
          [notice.source, describeSource(contact, language)],
          [notice.seen, writeDay(contact.lastSeenAt, language)],
          [notice.keeper, keeper],
          [notice.write, config.supportEmail],
        ],
      },
      { text: notice.kept },
      { text: notice.rights },
      { button: { label: notice.button, link } },
      { text: notice.lifetime(CREATOR_LINK_DAYS.notice) },
      {
        aside: notice.months(config.contactSoldMonths, config.contactKeptMonths),
        way: {
          label: notice.purpose,
          link: linkToPage(config, 'purpose', language),
        },
      },
      {
        aside: notice.later,
        way: { label: notice.laterLink, link: linkToPage(config, 'optout', language) },
      },
    ],
    reason: reasons.notice,
  })
}

/** Asks the owner of an address, of which a buyer says that it does not exist, whether they read this. */
export function questionEmail(contact: NoticedContact, link: string): EmailText {
  const language = languageOfCreator(contact)
  const { creators, reasons } = mails[language]
  const { question } = creators
  return renderEmail({
    language,
    subject: question.subject,
    parts: [
      { text: question.intro(contact.channelName) },
      { text: question.press },
      { button: { label: question.button, link } },
      { text: question.lifetime(CREATOR_LINK_DAYS.notice) },
      { aside: question.fine },
    ],
    reason: reasons.question,
  })
}

/** The kind of the source, and the host of its page if there is one. */
function describeSource({ sourceKind, sourceUrl }: NoticedContact, language: Language): string {
  const kinds: Readonly<Record<string, string>> = boughtContacts[language].reveals.sourceKinds
  const kind = Object.hasOwn(kinds, sourceKind) ? kinds[sourceKind] : sourceKind
  const host = hostOf(sourceUrl)
  return host === null ? String(kind) : `${kind}, ${host}`
}

/** The host of a page; null for anything else. */
export function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null
}

function writeDay(day: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(day).replace(/\sг\.$/u, '')
}

/** The operator's answer to what the owner of an address asked. */
export function answerEmail(
  { receivedAt, language }: Pick<CreatorRequest, 'receivedAt' | 'language'>,
  text: string,
  supportEmail: string,
): EmailText {
  const { creators, reasons } = mails[language]
  return renderEmail({
    language,
    subject: creators.answer.subject,
    parts: [
      { text: creators.answer.greeting },
      { text: creators.answer.intro(writeDay(receivedAt, language)) },
      ...text.split(/\n\s*\n/).map((paragraph) => ({ text: paragraph.replaceAll(/\s+/g, ' ').trim() })),
      { text: creators.answer.signature(supportEmail) },
    ],
    reason: reasons.request,
  })
}

/** The link that the owner of an address asked for. */
export function linkEmail(language: Language, link: string): EmailText {
  const { creators, reasons } = mails[language]
  const { asked } = creators
  return renderEmail({
    language,
    subject: asked.subject,
    parts: [
      { text: asked.intro },
      { button: { label: asked.button, link } },
      { text: asked.lifetime(CREATOR_LINK_DAYS.asked) },
      { aside: asked.notYou },
    ],
    reason: reasons.creatorLink,
  })
}

/** Asks the owner of a preferred address whether it is theirs. */
export function preferredEmail(language: Language, channels: readonly string[], link: string): EmailText {
  const { creators, reasons } = mails[language]
  const { preferred } = creators
  return renderEmail({
    language,
    subject: preferred.subject,
    parts: [
      { text: preferred.intro },
      { facts: channels.map((name) => [preferred.channel, name] as const) },
      { button: { label: preferred.button, link } },
      { text: preferred.effect },
      { text: preferred.lifetime(CREATOR_LINK_DAYS.asked) },
      { aside: preferred.notYou },
    ],
    reason: reasons.preferred,
  })
}

interface Replaced {
  readonly language: Language
  readonly channels: readonly string[]
  /** The preferred address, as the page shows it. */
  readonly maskedEmail: string
  readonly link: string
}

/** Tells the owner of an address, unasked, that another one is preferred to it. */
export function replacedEmail({ language, channels, maskedEmail, link }: Replaced): EmailText {
  const { creators, reasons } = mails[language]
  const { replaced } = creators
  return renderEmail({
    language,
    subject: replaced.subject,
    parts: [
      { text: replaced.intro },
      {
        facts: [
          ...channels.map((name) => [replaced.channel, name] as const),
          [replaced.address, maskedEmail] as const,
        ],
      },
      { text: replaced.effect },
      { button: { label: replaced.button, link } },
      { text: replaced.lifetime(CREATOR_LINK_DAYS.notice) },
      { aside: replaced.fine },
    ],
    reason: reasons.replaced,
  })
}

/** What the owner of an address did by a mailed link. */
export type Act =
  | { readonly kind: 'confirmed' | 'resumed' | 'takenBack' | 'preferred' }
  | { readonly kind: 'subjects'; readonly refuses: readonly RefusedSubject[] }
  /** Null: until the owner ends it. */
  | { readonly kind: 'paused'; readonly until: Date | null }
  /** The other address, which has still to be confirmed, as the page shows it. */
  | { readonly kind: 'gave'; readonly maskedEmail: string }
  /** `dueOn`: the last day for the answer, `YYYY-MM-DD`. */
  | { readonly kind: 'asked'; readonly about: RequestKind; readonly text: string; readonly dueOn: string }

interface Receipt {
  readonly language: Language
  readonly acts: readonly Act[]
  readonly link: string
  /** How long the link is valid. */
  readonly days: number
  readonly supportEmail: string
}

/** Confirms to the owner of an address what was done with a link of theirs, and how to undo it. */
export function receiptEmail({ language, acts, link, days, supportEmail }: Receipt): EmailText {
  const { creators, reasons } = mails[language]
  const { receipt } = creators
  const told = acts.map((act) => describeAct(act, language))
  const isPause = acts.some(({ kind }) => kind === 'paused')
  return renderEmail({
    language,
    subject: told.length === 1 ? told[0]!.subject : receipt.several,
    parts: [
      ...told.map(({ text }) => ({ text })),
      {
        button: {
          label: isPause ? receipt.endPause : receipt.button,
          link: isPause ? `${link}#pause` : link,
        },
      },
      { text: receipt.lifetime(days) },
      { aside: receipt.notYou(supportEmail) },
    ],
    reason: reasons.receipt,
  })
}

function describeAct(act: Act, language: Language): { readonly subject: string; readonly text: string } {
  const { receipt } = mails[language].creators
  const texts = creatorPage[language]
  switch (act.kind) {
    case 'subjects': {
      const names = REFUSED_SUBJECTS.filter((subject) => act.refuses.includes(subject)).map(
        (subject) => texts.subjects.names[subject],
      )
      const { subject, list, none } = receipt.subjects
      return { subject, text: names.length === 0 ? none : list(names.join(', ')) }
    }
    case 'paused': {
      const { open, until } = receipt.paused
      if (act.until === null) return open
      const day = writeDay(act.until, language)
      return { subject: until.subject(day), text: until.text(day) }
    }
    case 'gave':
      return { subject: receipt.gave.subject, text: receipt.gave.text(act.maskedEmail) }
    case 'asked': {
      const day = writeDay(new Date(act.dueOn), language)
      return {
        subject: receipt.asked.subject,
        text: receipt.asked.text(texts.ask.kinds[act.about], act.text, day),
      }
    }
    default:
      return receipt[act.kind]
  }
}
