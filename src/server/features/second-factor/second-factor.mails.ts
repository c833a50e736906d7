import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'

interface SecondFactorChange {
  readonly language: Language
  readonly kind: 'on' | 'off' | 'codes'
  /** Where to report a change by somebody else. */
  readonly supportEmail: string
}

/** The email that reports a change in how a person logs in. */
export function secondFactorEmail({ language, kind, supportEmail }: SecondFactorChange): EmailText {
  const { reasons, secondFactor } = mails[language]
  return renderEmail({
    language,
    subject: secondFactor.subject,
    parts: [{ text: secondFactor.intro[kind] }, { aside: secondFactor.notYou(supportEmail) }],
    reason: reasons.account,
  })
}
