import type { Language } from '#shared/i18n/messages.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'

/** The email to somebody whose pages an operator has seen. */
export function viewedEmail(language: Language, supportEmail: string): EmailText {
  const { reasons, viewed } = mails[language]
  return renderEmail({
    language,
    subject: viewed.subject,
    parts: [{ text: viewed.intro }, { text: viewed.write(supportEmail) }],
    reason: reasons.account,
  })
}
