import { dictionary } from '@zxcvbn-ts/language-common'
import {
  COMMON_PASSWORDS,
  type PasswordOwner,
  passwordProblem,
  passwordWeakness,
} from '#shared/rules/accounts.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'

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
