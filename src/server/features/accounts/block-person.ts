import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { deleteAllSessions } from '#server/features/sessions/sessions.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { blockedEmail, unblockedEmail } from './accounts.mails.ts'
import { languageOf, setBlocked, setUnblocked } from './blocked.sql.ts'
import { forgetLinks } from './links.sql.ts'

/** Why somebody is blocked, as far as they see it. Stored. */
export const BLOCK_CATEGORIES = ['rules', 'security', 'payment'] as const
export type BlockCategory = (typeof BLOCK_CATEGORIES)[number]

type BlockApp = Core

interface Block {
  readonly personId: number
  readonly category: BlockCategory
  /** Of the email; null: that of the person's last login. */
  readonly language: Language | null
}

/**
 * Blocks a person: their sessions end, and `openSession` opens none. Uses, purchases and payments stay, and what is paid
 * meanwhile is credited. They are notified by an email, which names the category and never the operator's reason.
 */
export async function blockPerson(
  app: BlockApp,
  by: Operator,
  { personId, category, language }: Block,
): Promise<'blocked' | 'already' | 'no such person'> {
  const outcome = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) return 'no such person'
    if (!(await setBlocked(tx, { personId, category, now: app.clock.now() }))) return 'already'
    // Those that delete the account stay valid: everybody may leave.
    for (const purpose of ['reset', 'sessions'] as const) await forgetLinks(tx, { personId, purpose })
    const sessions = await deleteAllSessions(tx, personId)
    const message = blockedEmail(language ?? (await languageOf(tx, personId)), {
      category,
      supportEmail: app.config.supportEmail,
    })
    await queueEmail(tx, app, email, message)
    const after = { blocked: true, category, endedSessions: sessions }
    await noteChange(tx, app, by, {
      verb: 'users block',
      kind: 'person',
      id: personId,
      before: { blocked: false },
      after,
    })
    return 'blocked'
  })
  if (outcome === 'blocked') app.security.record('account_blocked', { personId })
  return outcome
}

/** Lets a blocked person log in again, and tells them. */
export async function unblockPerson(
  app: BlockApp,
  by: Operator,
  { personId, language }: Omit<Block, 'category'>,
): Promise<'unblocked' | 'already' | 'no such person'> {
  const outcome = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) return 'no such person'
    if (!(await setUnblocked(tx, personId))) return 'already'
    await queueEmail(tx, app, email, unblockedEmail(language ?? (await languageOf(tx, personId))))
    await noteChange(tx, app, by, {
      verb: 'users unblock',
      kind: 'person',
      id: personId,
      before: { blocked: true },
      after: { blocked: false },
    })
    return 'unblocked'
  })
  if (outcome === 'unblocked') app.security.record('account_unblocked', { personId })
  return outcome
}
