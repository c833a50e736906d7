import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { deleteHolder, findPerson, personIdIn } from '#server/features/accounts/accounts.sql.ts'
import { startGiftTerm } from '#server/features/uses/gifts.sql.ts'
import { lockHolder } from '#server/holders/holder-transaction.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import {
  insertClosedAccount,
  isClosed,
  listOwnedTeams,
  lockTeamsOf,
  takeDueAccount,
} from './closed-accounts.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { findLink, takeLink } from '#server/features/accounts/links.sql.ts'
import { sha256 } from '#server/config/secret.ts'

/**
 * Locks an account against all changes: what it owns first, then the teams that it belongs to, so that none of them gets another
 * owner meanwhile, then its login. @returns false when there is none
 */
async function lockAccount(tx: Tx, personId: number): Promise<boolean> {
  if (!(await lockHolder(tx, personId))) return false
  await lockTeamsOf(tx, personId)
  return (await lockPerson(tx, personId)) !== undefined
}

/**
 * Deletes a person's account and everything linked to it, also a team in which there is nobody else. The caller has locked it.
 * @throws Refusal owns_team: others are left in a team of the person
 */
async function removePerson(tx: Tx, app: Core & Pick<App, 'personalData'>, personId: number): Promise<void> {
  const owned = await listOwnedTeams(tx, personId)
  if (owned.some(({ hasOthers }) => hasOthers)) throw new Refusal('owns_team')
  for (const { teamId } of owned) await closeHolder(tx, app, teamId)
  await startGiftTerm(tx, personId, app.clock.now())
  await closeHolder(tx, app, personId)
}

/** Deletes what a person or team has but what accounting keeps, and notes the term of that. The caller has locked the holder. */
export async function closeHolder(
  tx: Tx,
  { clock, personalData }: Core & Pick<App, 'personalData'>,
  holderId: number,
): Promise<void> {
  for (const data of personalData) await data.forget?.(tx, holderId)
  await deleteHolder(tx, holderId)
  await insertClosedAccount(tx, holderId, clock.now())
}

/**
 * Deletes an account on the operator's behalf, as its person would with the mailed link.
 * @returns false when it was closed before
 * @throws Refusal no_such_person, owns_team
 */
export async function closeAccount(
  app: Core & Pick<App, 'personalData'>,
  by: Operator,
  personId: number,
): Promise<boolean> {
  const isChanged = await transact(app.db, async (tx) => {
    if (!(await lockAccount(tx, personId))) {
      if (await isClosed(tx, personId)) return false
      throw new Refusal('no_such_person')
    }
    await removePerson(tx, app, personId)
    await noteChange(tx, app, by, { verb: 'users close', kind: 'person', id: personId })
    return true
  })
  if (isChanged) app.security.record('account_deleted', { personId }, 'operator')
  return isChanged
}

/** The same for a person whom the operator names by email address or number; by the number, also one whose account is gone. */
export async function closeNamedAccount(
  core: Core & Pick<App, 'personalData'>,
  by: Operator,
  { who, isDryRun }: CommandInput<'users close'>,
): Promise<CommandOutput<'users close'>> {
  const person = await findPerson(core.db, who, core.clock.now())
  const id = person?.id ?? personIdIn(who)
  if (id === null || (isDryRun && person === null)) throw new Refusal('no_such_person')
  if (isDryRun) return { id, person, isChanged: true }
  return { id, person: null, isChanged: await closeAccount(core, by, id) }
}

/**
 * Deletes an account and consumes the mailed link. Sessions, purchases and everything else linked to the person go with it.
 * What accounting requires stays under the bare number until `purgeClosedAccounts`.
 * @throws Refusal wrong_token: unknown, used, replaced by a newer one, or expired; owns_team
 */
export async function deleteAccount(
  app: Core & Pick<App, 'personalData'>,
  { token, network }: { readonly token: string; readonly network: string },
): Promise<void> {
  const { db, clock, security } = app
  const now = clock.now()
  const link = { purpose: 'delete', tokenHash: sha256(token), now } as const
  const personId = await findLink(db, link)
  if (personId === undefined) throw new Refusal('wrong_token')
  await transact(db, async (tx) => {
    // Locked first, as everywhere, so a reveal in progress finishes before.
    if (!(await lockAccount(tx, personId)) || !(await takeLink(tx, link))) {
      throw new Refusal('wrong_token')
    }
    await removePerson(tx, app, personId)
  })
  security.record('account_deleted', { personId, network }, 'person')
}

/**
 * Deletes what accounting kept of deleted accounts, 3 years after their deletion. Runs daily and looks a day ahead, so that
 * nothing is kept too long. Each account has a transaction of its own; what one run misses, the next one takes.
 */
export async function purgeClosedAccounts({
  db,
  clock,
  personalData,
}: Core & Pick<App, 'personalData'>): Promise<void> {
  const now = clock.now()
  let hasMore = true
  while (hasMore) {
    hasMore = await transact(db, async (tx) => {
      const personId = await takeDueAccount(tx, now)
      if (personId === undefined) return false
      for (const data of personalData) await data.purge?.(tx, personId)
      return true
    })
  }
}
