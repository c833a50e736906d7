import type { App } from '#server/app.ts'

/** Which letter with a code or a link is asked for. */
export type LetterKind = 'signIn' | 'reset' | 'delete' | 'change' | 'login'

interface AskedLetter {
  readonly kind: LetterKind
  readonly email: string
}

/**
 * Counts a letter with a code or a link: one a minute of each kind to an address, and so many a day to it of all kinds
 * together, so that no mixture of calls gives more codes to guess at.
 * @throws Refusal too_many_requests
 */
export async function countLetter(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: AskedLetter,
): Promise<void> {
  await limits.consume('verification', `${kind} ${email}`)
  await limits.consume('verification_day', email)
}

/** Refuses like `countLetter`, and counts nothing. */
export async function checkLetter(
  { limits }: Pick<App, 'limits'>,
  { kind, email }: AskedLetter,
): Promise<void> {
  await limits.check('verification', `${kind} ${email}`)
  await limits.check('verification_day', email)
}
