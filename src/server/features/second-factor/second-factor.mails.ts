import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LetterText, renderLetter } from '#server/render-letter.ts'

/** The letter that reports a change in how a person logs in. */
export function secondFactorLetter(language: Language, kind: 'on' | 'off' | 'codes'): LetterText {
  const { reasons, secondFactor } = mails[language]
  return renderLetter({
    language,
    subject: secondFactor.subject,
    parts: [{ text: secondFactor.intro[kind] }, { aside: secondFactor.notYou }],
    reason: reasons.account,
  })
}
