import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'

interface Asked<Kind> {
  readonly kind: Kind
  readonly email: string
}

/**
 * Counts an email with a code: one a minute of each kind per address, and a number a day. These kinds require a password or a
 * session, so that nobody else can use them up.
 * @throws Refusal too_many_requests
 */
export async function countCode({ limits }: Core, { kind, email }: Asked<'change' | 'login'>): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('verification_day', `${kind} ${email}`)
}

interface AskedSignUp {
  readonly email: string
  readonly network: string
}

/**
 * Counts an email with a code for a new address, which anybody may ask for in its owner's name: each network has its own minute
 * and day.
 * @throws Refusal too_many_requests
 */
export async function countSignUp({ limits }: Core, asked: AskedSignUp): Promise<void> {
  await limits.consume('verification', signUpKey(asked))
  await limits.consume('verification_day', signUpKey(asked))
  await limits.consume('sign_up_day', asked.email)
}

/** Refuses like `countSignUp`, but counts nothing. */
export async function checkSignUp({ limits }: Core, asked: AskedSignUp): Promise<void> {
  await limits.check('verification', signUpKey(asked))
  await limits.check('verification_day', signUpKey(asked))
  await limits.check('sign_up_day', asked.email)
}

function signUpKey({ email, network }: AskedSignUp): string {
  return `signIn ${email} ${network}`
}

/**
 * Counts an email with the link that deletes an account: one a minute, and a number within a link's lifetime.
 * @throws Refusal too_many_requests
 */
export async function countDeletion({ limits }: Core, email: string): Promise<void> {
  await limits.consume('verification', `delete ${email}`)
  await limits.consume('link_emails', `delete ${email}`)
}

/**
 * Counts an email with the link for a new password, which anybody can ask for: one a minute, a number within a link's lifetime,
 * and a number a day. Beyond that there is still one in each lifetime, so that a person who is refused has a valid link in the
 * mailbox.
 * @throws Refusal too_many_requests
 */
export async function countReset({ limits }: Core, email: string): Promise<void> {
  await limits.consume('verification', `reset ${email}`)
  await limits.consume('link_emails', `reset ${email}`)
  try {
    await limits.consume('reset_day', email)
  } catch (error) {
    if (!isTooMany(error)) throw error
    await limits.consume('reset_late', email)
  }
}

/** Whether a limit has refused a call. */
export function isTooMany(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too_many_requests'
}
