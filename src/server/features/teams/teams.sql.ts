import { sql } from 'kysely'
import type { z } from 'zod'
import type { teamInvitation, teamMember } from '#shared/api/teams.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Role } from '#shared/rules/teams.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { isoInstant } from '#server/features/catalogue/known-contacts.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { spentOf } from '#server/holders/members.sql.ts'

/** The teams of a person, in the order of their names, with what each can spend now. */
export async function listTeams(db: Db, personId: number, now: Date): Promise<DataOf<'GET /teams'>> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('team', 'team.id', 'member.team_id')
    .select((eb) => ['team.id as teamId', 'team.name', usesLeft(eb.ref('team.id'), now).as('uses')])
    .select(sql<Role>`member.role`.as('role'))
    .where('member.person_id', '=', personId)
    .orderBy(sql`lower(team.name)`)
    .orderBy('team.id')
    .execute()
  return rows
}

/** The name of a team; undefined when it is gone. */
export async function readTeamName(db: Db | Tx, teamId: number): Promise<string | undefined> {
  const row = await db.selectFrom('team').select('name').where('id', '=', teamId).executeTakeFirst()
  return row?.name
}

type MemberRow = Omit<z.infer<typeof teamMember>, 'isSelf'> & { readonly email: string }

/** The members of a team, its owner first and then in the order of joining; with a number, only that one. */
export async function listMembers(
  db: Db | Tx,
  { teamId, memberId, now }: { readonly teamId: number; readonly memberId?: number; readonly now: Date },
): Promise<MemberRow[]> {
  return db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id as memberId', 'person.username as name', 'person.email', 'member.budget'])
    .select([sql<Role>`member.role`.as('role'), spentOf('member', now).as('spent')])
    .select(isoInstant('member.joined_at').as('joinedAt'))
    .where('member.team_id', '=', teamId)
    .$if(memberId !== undefined, (query) => query.where('person.id', '=', memberId ?? null))
    .orderBy(sql`member.role = 'owner'`, 'desc')
    .orderBy('member.joined_at')
    .orderBy('person.id')
    .execute()
}

/** The open invitations of a team, newest first. */
export async function listInvitations(
  db: Db | Tx,
  { teamId, now }: { readonly teamId: number; readonly now: Date },
): Promise<z.infer<typeof teamInvitation>[]> {
  return db
    .selectFrom('invitation')
    .select(['id as invitationId', 'email', 'budget'])
    .select(sql<Exclude<Role, 'owner'>>`role`.as('role'))
    .select([isoInstant('created_at').as('invitedAt'), isoInstant('expires_at').as('expiresAt')])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Adds a team of one. The caller has made its holder. */
export async function insertTeam(
  tx: Tx,
  { teamId, name, personId, now }: { teamId: number; name: string; personId: number; now: Date },
): Promise<void> {
  await tx.insertInto('team').values({ id: teamId, name, created_at: now }).execute()
  await insertMember(tx, { teamId, personId, role: 'owner', budget: null, now })
}

interface NewMember {
  readonly teamId: number
  readonly personId: number
  readonly role: Role
  readonly budget: number | null
  readonly now: Date
}

export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx
    .insertInto('member')
    .values({
      team_id: member.teamId,
      person_id: member.personId,
      role: member.role,
      budget: member.budget,
      joined_at: member.now,
    })
    .execute()
}

/** Of a transaction that has locked the person's own holder: how many teams they belong to. */
export async function countTeams(tx: Tx, personId: number): Promise<number> {
  const { teams } = await tx
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('teams'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return teams
}

/** Members and open invitations but that of one address. Of a transaction that has locked the team's holder. */
export async function countPlaces(
  tx: Tx,
  { teamId, email, now }: { readonly teamId: number; readonly email: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select (select count(*) from member where team_id = ${teamId})::integer
      + (select count(*) from invitation where team_id = ${teamId} and email <> ${email} and expires_at > ${now})::integer
      as places`.execute(tx)
  return rows[0]!.places
}

export async function renameTeam(db: Db | Tx, teamId: number, name: string): Promise<void> {
  await db.updateTable('team').set({ name }).where('id', '=', teamId).execute()
}

export async function setMember(
  tx: Tx,
  { teamId, memberId, role, budget }: { teamId: number; memberId: number; role: Role; budget: number | null },
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ role, budget })
    .where('team_id', '=', teamId)
    .where('person_id', '=', memberId)
    .execute()
}

export async function deleteMember(tx: Tx, teamId: number, memberId: number): Promise<void> {
  await tx.deleteFrom('member').where('team_id', '=', teamId).where('person_id', '=', memberId).execute()
}

interface NewInvitation {
  readonly teamId: number
  readonly email: string
  readonly role: Role
  readonly budget: number | null
  readonly tokenHash: Buffer
  readonly personId: number
  readonly now: Date
  readonly expiresAt: Date
}

/** Replaces the invitation that the address has from this team. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { teamId, email } = invitation
  await tx.deleteFrom('invitation').where('team_id', '=', teamId).where('email', '=', email).execute()
  await tx
    .insertInto('invitation')
    .values({
      team_id: teamId,
      email,
      role: invitation.role,
      budget: invitation.budget,
      token_hash: invitation.tokenHash,
      invited_by: invitation.personId,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .execute()
}

/** A valid invitation by its token; undefined when there is none. */
export async function findInvitation(db: Db | Tx, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('invitation')
    .innerJoin('team', 'team.id', 'invitation.team_id')
    .leftJoin('person', 'person.id', 'invitation.invited_by')
    .select(['team.id as teamId', 'team.name', 'invitation.email', 'invitation.budget'])
    .select(sql<Exclude<Role, 'owner'>>`invitation.role`.as('role'))
    .select(['person.username as invitedBy', isoInstant('invitation.expires_at').as('expiresAt')])
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes an invitation by its token. @returns false when it is gone */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('invitation').where('token_hash', '=', tokenHash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** @returns false when the team has no such invitation */
export async function deleteInvitation(tx: Tx, teamId: number, invitationId: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('invitation')
    .where('team_id', '=', teamId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

interface NewLink {
  readonly teamId: number
  readonly ownerId: number
  readonly heirId: number | null
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

/** Adds the link by which the owner hands the team over, or deletes it; it replaces an earlier one. */
export async function insertTeamLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.deleteFrom('team_link').where('team_id', '=', link.teamId).execute()
  await tx
    .insertInto('team_link')
    .values({
      token_hash: link.tokenHash,
      team_id: link.teamId,
      owner_id: link.ownerId,
      heir_id: link.heirId,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** What a valid link changes; undefined when there is none. */
export async function findTeamLink(db: Db | Tx, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('team_link as link')
    .innerJoin('team', 'team.id', 'link.team_id')
    .innerJoin('member as owner', (join) =>
      join.onRef('owner.team_id', '=', 'link.team_id').onRef('owner.person_id', '=', 'link.owner_id'),
    )
    .leftJoin('person as heir', 'heir.id', 'link.heir_id')
    .select(['team.id as teamId', 'team.name', 'link.owner_id as ownerId', 'heir.id as heirId'])
    .select('heir.username as heirName')
    .where('link.token_hash', '=', tokenHash)
    .where('link.expires_at', '>', now)
    .where('owner.role', '=', 'owner')
    .executeTakeFirst()
}

/** Makes another member the owner; the one before becomes a manager. Ends all links of the team. */
export async function setOwner(
  tx: Tx,
  { teamId, ownerId, heirId }: { teamId: number; ownerId: number; heirId: number },
): Promise<void> {
  const member = tx.updateTable('member').where('team_id', '=', teamId)
  await member.set({ role: 'manager' }).where('person_id', '=', ownerId).execute()
  await member.set({ role: 'owner', budget: null }).where('person_id', '=', heirId).execute()
  await tx.deleteFrom('team_link').where('team_id', '=', teamId).execute()
}

export async function purgeTeamLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitation').where('expires_at', '<=', now).execute()
  await db.deleteFrom('team_link').where('expires_at', '<=', now).execute()
}
