import type { App } from '#server/app.ts'

/** The purpose of an email with a code. */
export type CodeEmail = 'signIn' | 'change' | 'login'
/** The purpose of an email with a link. */
export type LinkEmail = 'reset' | 'delete'

interface Asked<Kind> {
  readonly kind: Kind
  readonly email: string
}

/**
 * Counts an email with a code: one a minute of each kind per address, and a number a day. Kinds that require a password or
 * a session have a budget of their own, so that nobody else can use it up.
 * @throws Refusal too_many_requests
 */
export async function countCode(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<CodeEmail>,
): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('verification_day', `${kind} ${email}`)
}

/** Refuses like `countCode`, but counts nothing. */
export async function checkCodeBudget(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<CodeEmail>,
): Promise<void> {
  await limits.check('verification', `${kind} ${email}`)
  await limits.check('verification_day', `${kind} ${email}`)
}

/**
 * Counts an email with a link: one a minute of each kind per address, and a number within a link's lifetime. There is no
 * daily cap, which anyone could use up; a person who is refused still has a valid link in the mailbox.
 * @throws Refusal too_many_requests
 */
export async function countLink(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: Asked<LinkEmail>,
): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('link_emails', `${kind} ${email}`)
}
