import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { queueLetter } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { deletePasskeys, deleteTotp, replaceRecoveryCodes } from './second-factor.sql.ts'
import { secondFactorLetter } from './second-factor.mails.ts'

/**
 * Removes the second factor of a person who has lost it and the recovery codes, and mails them. @returns false when there
 * was none
 */
export async function resetSecondFactor(
  app: Pick<App, 'db' | 'jobs' | 'random' | 'security'>,
  personId: number,
): Promise<boolean> {
  const isDropped = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    const hadApp = await deleteTotp(tx, personId)
    const hadPasskeys = await deletePasskeys(tx, personId)
    if (email === undefined || !(hadApp || hadPasskeys)) return false
    await replaceRecoveryCodes(tx, { personId, codeHashes: [] })
    await queueLetter(tx, app, email, secondFactorLetter('en', 'off'))
    return true
  })
  if (isDropped) app.security.record('second_factor', { personId }, 'removed')
  return isDropped
}
