import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LetterText, renderLetter } from '#server/render-letter.ts'

interface SecondFactorChange {
  readonly language: Language
  readonly kind: 'on' | 'off' | 'codes'
  /** Where to report a change by somebody else. */
  readonly supportEmail: string
}

/** The letter that reports a change in how a person logs in. */
export function secondFactorLetter({ language, kind, supportEmail }: SecondFactorChange): LetterText {
  const { reasons, secondFactor } = mails[language]
  return renderLetter({
    language,
    subject: secondFactor.subject,
    parts: [{ text: secondFactor.intro[kind] }, { aside: secondFactor.notYou(supportEmail) }],
    reason: reasons.account,
  })
}
