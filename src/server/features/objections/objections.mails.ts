import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'

/** The email in which the owner of an address confirms its removal. */
export function optoutEmail(language: Language, link: string): EmailText {
  const { optout, reasons } = mails[language]
  return renderEmail({
    language,
    subject: optout.subject,
    parts: [
      { text: optout.intro },
      { button: { label: optout.button, link } },
      { text: optout.effect },
      { text: optout.lifetime },
      { aside: optout.notYou },
    ],
    reason: reasons.optout,
  })
}

/** Confirms an objection to the owner of an address. @param pages names of the channels whose pages were taken away */
export function removedEmail(language: Language, pages: readonly string[], supportEmail: string): EmailText {
  const { removed, reasons } = mails[language]
  return renderEmail({
    language,
    subject: removed.subject,
    parts: [
      { text: removed.text },
      ...(pages.length === 0
        ? []
        : [{ text: removed.pages }, { facts: pages.map((name) => [removed.channel, name] as const) }]),
      { aside: removed.notYou(supportEmail) },
    ],
    reason: reasons.removed,
  })
}
