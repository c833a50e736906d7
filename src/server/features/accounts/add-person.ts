import { inForceOn } from '#shared/legal/document.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { siteOf } from '#server/people/newcomers.ts'
import { Refusal } from '#server/refusal.ts'
import { welcomeEmail } from './accounts.mails.ts'
import { insertPerson } from './accounts.sql.ts'
import { linkToPage } from '#server/render-email.ts'
import { giveWelcomeUses } from './give-welcome-uses.ts'

interface NewPerson {
  readonly email: string
  readonly username: string
  /** Null for a person who signs up with an identity provider. */
  readonly passwordHash: string | null
  readonly network: string
  readonly language: Language
  readonly now: Date
}

/**
 * Adds a person who has accepted the current terms and consent, gives the welcome uses and queues the welcome email.
 * @throws Refusal email_taken
 */
export async function addPerson(
  tx: Tx,
  app: Core & Pick<App, 'legal'>,
  { email, username, passwordHash, network, language, now }: NewPerson,
): Promise<number> {
  const { terms, consent } = app.legal
  const personId = await insertPerson(tx, {
    email,
    username,
    passwordHash,
    language,
    agreementVersion: inForceOn(terms, moscowDate(now)).date,
    announcedTerms: terms[0].date,
    consentVersion: inForceOn(consent, moscowDate(now)).date,
    now,
  })
  // Of simultaneous sign-ups with one address, the others waited for the first to commit.
  if (personId === null) throw new Refusal('email_taken')
  // Counts only, never refuses: the captcha gets harder as this grows.
  await app.limits.takeAll(tx, [['signup_day', siteOf(network)]])
  const welcome = await giveWelcomeUses(tx, app, { personId, email, network, now })
  const link = linkToPage(app.config, 'search', language)
  const message = welcomeEmail(language, { username, ...welcome, link })
  await queueEmail(tx, app, email, message)
  return personId
}
