import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LetterText, renderLetter } from '#server/render-letter.ts'

/** The letter in which the owner of an address confirms its removal. */
export function optoutLetter(language: Language, link: string): LetterText {
  const { common, optout } = mails[language]
  return renderLetter({
    language,
    subject: optout.subject,
    parts: [
      { text: optout.intro },
      { link },
      { text: optout.effect },
      { text: `${optout.lifetime} ${optout.notYou}` },
    ],
    footer: common.footer,
  })
}
