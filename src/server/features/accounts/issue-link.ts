import type { Language } from '#shared/i18n/messages.ts'
import { PATHS } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/db/connect.ts'
import { deletionLetter, resetLetter } from './accounts.mails.ts'
import { sha256 } from './issue-code.ts'
import { type LinkPurpose, replaceLink } from './links.sql.ts'

const LIFETIME_MS = 30 * 60_000
const LETTERS = { reset: resetLetter, delete: deletionLetter } as const

interface LinkRequest {
  readonly personId: number
  readonly email: string
  readonly purpose: LinkPurpose
  readonly language: Language
}

/** Makes a link in place of earlier ones for its purpose, and mails it. The caller holds the person's row. */
export async function issueLink(
  tx: Tx,
  { clock, random, jobs, config }: Pick<App, 'clock' | 'random' | 'jobs' | 'config'>,
  { personId, email, purpose, language }: LinkRequest,
): Promise<void> {
  const now = clock.now()
  const token = random.token()
  await replaceLink(tx, {
    personId,
    purpose,
    tokenHash: sha256(token),
    now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  const letter = LETTERS[purpose](language, `${config.publicUrl}${PATHS[purpose]}?token=${token}`)
  await jobs.enqueue(tx, 'mail', { id: random.token(), to: email, ...letter })
}
