import type { PersonalData } from '#server/app.ts'

/** The teams that a person belongs to, what they opened for teams, and invitations to their address or by them. */
export const teamsData: PersonalData = {
  name: 'teams',
  async read(db, personId) {
    const memberships = await db
      .selectFrom('member')
      .innerJoin('team', 'team.id', 'member.team_id')
      .select(['team.name', 'member.role', 'member.budget', 'member.joined_at as joinedAt'])
      .where('member.person_id', '=', personId)
      .orderBy('member.joined_at')
      .execute()
    const invitations = await db
      .selectFrom('invitation')
      .innerJoin('person', 'person.email', 'invitation.email')
      .innerJoin('team', 'team.id', 'invitation.team_id')
      .select(['team.name', 'invitation.role', 'invitation.created_at as invitedAt'])
      .where('person.id', '=', personId)
      .orderBy('invitation.created_at')
      .execute()
    const invited = await db
      .selectFrom('invitation')
      .select(['email', 'role', 'created_at as invitedAt'])
      .where('invited_by', '=', personId)
      .orderBy('created_at')
      .execute()
    const opened = await db
      .selectFrom('reveal')
      .innerJoin('team', 'team.id', 'reveal.holder_id')
      .leftJoin('channel', 'channel.id', 'reveal.channel_id')
      .select(['team.name', 'channel.name as channelName', 'reveal.created_at as openedAt'])
      .where('reveal.actor_id', '=', personId)
      .whereRef('reveal.actor_id', '<>', 'reveal.holder_id')
      .orderBy('reveal.created_at')
      .execute()
    return { memberships, invitations, invited, opened }
  },
  // By address: no foreign key deletes them.
  async forget(tx, personId) {
    const address = tx.selectFrom('person').select('email').where('id', '=', personId)
    await tx.deleteFrom('invitation').where('email', '=', address).execute()
  },
}
