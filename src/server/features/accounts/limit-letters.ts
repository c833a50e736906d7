import type { App } from '#server/app.ts'

/** Which letter with a code is asked for. */
export type CodeLetter = 'signIn' | 'change' | 'login'
/** Which letter with a link is asked for. */
export type LinkLetter = 'reset' | 'delete'

interface Asked<Kind> {
  readonly kind: Kind
  readonly email: string
}

/**
 * Counts a letter with a code: one a minute of each kind to an address, and so many a day. Kinds that prove a password or a
 * session have a budget of their own, so nobody without these can use it up.
 * @throws Refusal too_many_requests
 */
export async function countCode(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<CodeLetter>,
): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('verification_day', `${kind} ${email}`)
}

/** Refuses like `countCode`, and counts nothing. */
export async function checkCodeBudget(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<CodeLetter>,
): Promise<void> {
  await limits.check('verification', `${kind} ${email}`)
  await limits.check('verification_day', `${kind} ${email}`)
}

/**
 * Counts a letter with a link: one a minute of each kind to an address, and so many while a link lives. It has no cap for a
 * day, which anybody could use up; whoever is refused finds a link that is still good in the mailbox.
 * @throws Refusal too_many_requests
 */
export async function countLink(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<LinkLetter>,
): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('link_letters', `${kind} ${email}`)
}
