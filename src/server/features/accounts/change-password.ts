import { dictionary } from '@zxcvbn-ts/language-common'
import {
  COMMON_PASSWORDS,
  type PasswordOwner,
  passwordProblem,
  passwordWeakness,
} from '#shared/rules/accounts.ts'
import type { Person } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { transact } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { passwordChangedEmail } from './accounts.mails.ts'
import { setPassword } from './accounts.sql.ts'
import { useCode } from './codes.sql.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { deleteOtherSessions } from '#server/features/sessions/sessions.sql.ts'
import { forgetLoginFailures } from './earlier-logins.sql.ts'
import { checkCode } from './codes.ts'

// By rank, in lower case. The web has the same list in a file of its own.
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS))

interface NewPassword extends PasswordOwner {
  readonly password: string
  /** Name of the input field, for the refusal. */
  readonly field: string
}

/**
 * Checks a new password against the rules of this installation, which go beyond the contract's.
 * @throws Refusal invalid_input, with `password_short`, `password_common` or `password_own` for the field
 */
export function checkNewPassword(
  { config }: { readonly config: Pick<App['config'], 'passwordMin' | 'passwordCommon'> },
  { password, field, ...owner }: NewPassword,
): void {
  const weakness = config.passwordCommon === 'refuse' ? passwordWeakness(password, common, owner) : null
  const problem = passwordProblem(password, config.passwordMin) ?? weakness
  if (problem !== null) throw new Refusal('invalid_input', { fields: { [field]: problem } })
}

interface PasswordChange {
  readonly actor: Person
  readonly newPassword: string
  /** The mailed code, requested by this browser. */
  readonly code: string
  readonly browserToken: string | null
  readonly network: string
  readonly language: Language
}

/**
 * Sets a new password. Consumes the mailed code, ends all other sessions and reports the change by an email.
 * @throws Refusal invalid_input (the password), wrong_code, session_expired (the account is gone)
 */
export async function changePassword(
  app: Core,
  { actor, newPassword, code, browserToken, network, language }: PasswordChange,
): Promise<void> {
  const { personId, sessionId, email } = actor
  checkNewPassword(app, { ...actor, password: newPassword, field: 'newValue' })
  const found = await checkCode(app, { email, code, purposes: ['change'], browserToken, network })
  // Checked before the password is hashed, so that a used code costs no hash.
  if (found.isUsed) throw new Refusal('wrong_code')
  const passwordHash = await hashPassword(newPassword)
  await transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) throw new Refusal('session_expired')
    if (!(await useCode(tx, { id: found.id, now: app.clock.now() }))) throw new Refusal('wrong_code')
    await setPassword(tx, { personId, passwordHash })
    await deleteOtherSessions(tx, { personId, sessionId })
    await forgetLoginFailures(tx, email)
    const message = passwordChangedEmail(language, 'others')
    await queueEmail(tx, app, email, message)
  })
  app.security.record('password_changed', { personId, network })
}
