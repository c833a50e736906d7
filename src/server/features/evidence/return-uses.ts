import { sql } from 'kysely'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { type Job, NEVER_GIVEN_UP } from '#server/jobs/job.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { linkToPage, type EmailText, renderEmail } from '#server/render-email.ts'
import { readBuyers, settleReturned } from './reports.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

interface Return {
  readonly holderId: number
  readonly revealId: number
  readonly cause: 'report' | 'objection'
  readonly now: Date
}

/**
 * Gives the use of a reveal back, once, and settles its reports that still wait; the caller holds the lock on the holder and has
 * decided the report that is the cause. @returns whether this call did
 */
export async function returnUse(tx: Tx, { holderId, revealId, cause, now }: Return): Promise<boolean> {
  if (!(await giveUses(tx, { holderId, kind: 'warranty', revealId, cause, amount: 1, now }))) return false
  await settleReturned(tx, { holderId, revealId, now })
  return true
}

interface Objection {
  /** The contacts that were withheld. */
  readonly contactIds: readonly number[]
  /** ISO 8601. */
  readonly at: string
}

/**
 * Gives the uses back that were spent on contacts within the days before their owner objected, and tells their buyers. Each in
 * a transaction of its own, because the lock on the holder comes before all others.
 */
export const returnObjectedJob: Job<Core, Objection> = {
  name: 'return_objected_uses',
  options: NEVER_GIVEN_UP,
  async run(app, { contactIds, at }) {
    const since = warrantyBegin(new Date(at))
    for (const { holderId, revealId, channelName, email, language } of await readBuyers(
      app.db,
      contactIds,
      since,
    )) {
      await withHolderLocked(app, holderId, async (tx, isOpen) => {
        // Without an account nobody could spend it.
        if (!isOpen) return
        const now = app.clock.now()
        if (!(await returnUse(tx, { holderId, revealId, cause: 'objection', now })) || email === null) return
        const link = linkToPage(app.config, 'purchases', language)
        await queueEmail(tx, app, email, objectionEmail(language, channelName, link))
      })
    }
  },
}

function warrantyBegin(end: Date): Date {
  return new Date(end.getTime() - WARRANTY_DAYS * DAY_MS)
}

/** How many uses `returnObjectedJob` gives back when an address is withheld now. */
export async function countReturns(tx: Tx, address: string, now: Date): Promise<number> {
  const contacts = await tx
    .selectFrom('known_contact')
    .select(sql<number>`id`.as('id'))
    .where('address', '=', address)
    .where('suppressed_at', 'is', null)
    .execute()
  const buyers = await readBuyers(
    tx,
    contacts.map(({ id }) => id),
    warrantyBegin(now),
  )
  return new Set(buyers.map(({ revealId }) => revealId)).size
}

/** The email to a buyer whose contact was withheld. @param link the list of purchases */
export function objectionEmail(language: Language, channelName: string, link: string): EmailText {
  const { returned, reasons } = mails[language]
  return renderEmail({
    language,
    subject: returned.subject,
    parts: [{ text: returned.objection(channelName) }, { button: { label: returned.button, link } }],
    reason: reasons.purchase,
  })
}

interface Decided {
  readonly channelName: string
  readonly outcome: 'credited' | 'refused'
  /** The list of purchases. */
  readonly link: string
}

/** The email to a buyer whose report waited, and is decided now. */
export function decisionEmail(language: Language, { channelName, outcome, link }: Decided): EmailText {
  const { returned, reasons } = mails[language]
  return renderEmail({
    language,
    subject: outcome === 'refused' ? returned.refusedSubject : returned.subject,
    parts: [
      { text: (outcome === 'refused' ? returned.refused : returned.decided)(channelName) },
      { button: { label: returned.button, link } },
    ],
    reason: reasons.purchase,
  })
}
