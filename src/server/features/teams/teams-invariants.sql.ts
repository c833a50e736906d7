import { sql } from 'kysely'
import { MEMBERS_MAX, TEAMS_MAX } from '#shared/rules/teams.ts'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for teams. */
export const teamsInvariants: readonly Invariant[] = [
  {
    name: 'team-is-a-holder',
    sentence: 'Every team is a holder of that kind, and every holder of that kind is a team with one owner.',
    offences: sql`
      select format('holder %s', coalesce(holder.id, team.id)) as offence
      from (select * from holder where kind = 'team') holder
      full join team on team.id = holder.id
      where holder.id is null or team.id is null
        or (select count(*) from member where team_id = team.id and role = 'owner') <> 1`,
  },
  {
    name: 'teams-within-limits',
    sentence: 'No team has more members, and nobody belongs to more teams, than the rules allow.',
    offences: sql`
      select format('team %s', team_id) as offence from member group by team_id having count(*) > ${sql.lit(MEMBERS_MAX)}
      union all
      select format('person %s', person_id) from member group by person_id having count(*) > ${sql.lit(TEAMS_MAX)}`,
  },
  {
    name: 'actor-exists',
    sentence: 'Who acted for another holder has an account, or the number was erased with it.',
    offences: sql`
      select format('%s of holder %s', acted.what, acted.holder_id) as offence
      from (
        select 'reveal' as what, holder_id, actor_id from reveal where actor_id <> holder_id
        union all select 'card', holder_id, actor_id from card where actor_id <> holder_id
        union all select 'card', holder_id, owner_id from card where owner_id <> holder_id
        union all select 'card event', holder_id, actor_id from card_event where actor_id <> holder_id
        union all select 'card event', holder_id, owner_id from card_event where owner_id <> holder_id
        union all select 'report', holder_id, actor_id from bad_contact_report where actor_id <> holder_id
        union all select 'payment', holder_id, actor_id from payment where actor_id <> holder_id
        union all select 'quote', holder_id, actor_id from reveal_quote where actor_id <> holder_id
      ) acted
      where not exists (select from person where id = acted.actor_id)`,
  },
]
