import { AGREEMENT_VERSION, CONSENT_VERSION } from '#shared/legal/versions.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/refusal.ts'
import { insertPerson, isEmailTaken } from './accounts.sql.ts'
import { checkCode } from './check-code.ts'
import { useCode } from './codes.sql.ts'
import { giveWelcomeUses } from './give-welcome-uses.ts'
import { hashPassword } from './hash-password.ts'
import { sha256 } from './issue-code.ts'
import { type OpenedSession, openSession } from './open-session.ts'

interface NewAccount {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly code: string
  /** The one that the code was asked for with. */
  readonly captchaPayload: string
  readonly browserToken: string | null
  readonly network: string
  readonly userAgent: string
  /** The session that the browser has had until now. */
  readonly replacesSession: number | null
}

/**
 * Makes an account with its first session and its welcome uses, in one transaction.
 * @throws Refusal wrong_code, wrong_captcha, email_taken
 */
export async function createAccount(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'config' | 'limits'>,
  account: NewAccount,
): Promise<OpenedSession> {
  const { email, network } = account
  const code = await checkCode(app, { ...account, purposes: ['signIn'] })
  if (code.captchaHash?.equals(sha256(account.captchaPayload)) !== true) throw new Refusal('wrong_captcha')
  if (await isEmailTaken(app.db, email)) throw new Refusal('email_taken')
  const passwordHash = await hashPassword(account.password)
  return transact(app.db, async (tx) => {
    const now = app.clock.now()
    const personId = await insertPerson(tx, {
      email,
      username: account.username,
      passwordHash,
      agreementVersion: AGREEMENT_VERSION,
      consentVersion: CONSENT_VERSION,
      now,
    })
    // Of sign-ups at the same moment one gets here first; the others have waited for it.
    if (personId === null) throw new Refusal('email_taken')
    if (!(await useCode(tx, { id: code.id, now }))) throw new Refusal('wrong_code')
    await giveWelcomeUses(tx, app, { personId, email, network, now })
    return openSession(tx, app, { personId, userAgent: account.userAgent, replaces: account.replacesSession })
  })
}
