import { mails } from '#shared/i18n/mails.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LetterText, layOutLetter } from '#server/lay-out-letter.ts'
import type { CodePurpose } from './codes.sql.ts'

/** The letter that brings a six-digit code. */
export function codeLetter(language: Language, purpose: CodePurpose, code: string): LetterText {
  const { common, codes } = mails[language]
  const { subject, intro } = codes[purpose]
  return layOutLetter({
    language,
    subject,
    parts: [{ text: intro }, { code }, { text: common.codeLifetime }, { text: common.notYou }],
    footer: common.footer,
  })
}

/** The letter that brings the link for a new password. */
export function resetLetter(language: Language, link: string): LetterText {
  const { common, reset } = mails[language]
  return layOutLetter({
    language,
    subject: reset.subject,
    parts: [{ text: reset.intro }, { link }, { text: reset.lifetime }, { text: reset.notYou }],
    footer: common.footer,
  })
}

/** The letter that brings the link with which an account is deleted. */
export function deletionLetter(language: Language, link: string): LetterText {
  const { common, deletion } = mails[language]
  return layOutLetter({
    language,
    subject: deletion.subject,
    parts: [
      { text: deletion.intro },
      { link },
      { text: deletion.lifetime },
      { text: deletion.whatGoes },
      { text: deletion.notYou },
    ],
    footer: common.accountFooter,
  })
}

/**
 * The letter that tells of a new password, so that a person notices what they did not do.
 * @param loggedOut which devices lost their session
 */
export function passwordChangedLetter(language: Language, loggedOut: 'all' | 'others'): LetterText {
  const { common, passwordChanged } = mails[language]
  return layOutLetter({
    language,
    subject: passwordChanged.subject,
    parts: [{ text: passwordChanged.intro[loggedOut] }, { text: passwordChanged.notYou }],
    footer: common.accountFooter,
  })
}
