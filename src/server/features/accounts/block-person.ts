import type { Language } from '#shared/i18n/messages.ts'
import type { BlockCategory } from '#shared/rules/accounts.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { deleteAllSessions } from '#server/features/sessions/sessions.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { blockedEmail, unblockedEmail } from './accounts.mails.ts'
import { languageOf, setBlocked, setUnblocked } from './blocked.sql.ts'
import { forgetLinks } from './links.sql.ts'

interface Block {
  readonly personId: number
  readonly category: BlockCategory
  /** Of the email; by default that of the person's last payment. */
  readonly language?: Language | undefined
}

/**
 * Blocks a person: their sessions end, and `openSession` opens none. Uses, purchases and payments stay, and what is paid
 * meanwhile is credited. They are notified by an email, which names the category and never the operator's reason.
 * @returns whether they were not blocked before
 * @throws Refusal no_such_person
 */
export async function blockPerson(
  app: Core,
  by: Operator,
  { personId, category, language }: Block,
): Promise<boolean> {
  const isChanged = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) throw new Refusal('no_such_person')
    if (!(await setBlocked(tx, { personId, category, now: app.clock.now() }))) return false
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
    return true
  })
  if (isChanged) app.security.record('account_blocked', { personId })
  return isChanged
}

/** Lets a blocked person log in again, and tells them. @returns and throws as `blockPerson` */
export async function unblockPerson(
  app: Core,
  by: Operator,
  { personId, language }: Omit<Block, 'category'>,
): Promise<boolean> {
  const isChanged = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) throw new Refusal('no_such_person')
    if (!(await setUnblocked(tx, personId))) return false
    await queueEmail(tx, app, email, unblockedEmail(language ?? (await languageOf(tx, personId))))
    await noteChange(tx, app, by, {
      verb: 'users unblock',
      kind: 'person',
      id: personId,
      before: { blocked: true },
      after: { blocked: false },
    })
    return true
  })
  if (isChanged) app.security.record('account_unblocked', { personId })
  return isChanged
}
