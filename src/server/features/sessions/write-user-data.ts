import type { UserData } from '#shared/api/sessions.ts'
import type { Holdings, Person } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import { budgetLeft } from '#server/holders/members.sql.ts'
import { type Json, jsonObject } from '#server/json.ts'

interface Restored {
  readonly actor: Person
  readonly holdings: Holdings
}

/** The user data of a session. */
export function writeUserData(
  { legal, clock }: Core & Pick<App, 'legal'>,
  { actor, holdings }: Restored,
): Json<UserData> {
  const { uses, subscribedUntil, announcedTerms, team, teams, channels } = holdings
  const newest = legal.terms[0].date
  const isSubscriber = subscribedUntil !== null && subscribedUntil >= moscowDate(clock.now())
  const userInformation: UserData['userInformation'] = {
    csrfToken: actor.csrfToken,
    email: actor.email,
    isSubscriber,
    isVoteEnabled: actor.isSponsor,
    newTerms: announcedTerms < newest ? newest : null,
    subscription_expiration: isSubscriber ? subscribedUntil : null,
    user_id: actor.personId,
    username: actor.username,
    uses,
  }
  const holder = {
    kind: team === null ? 'person' : 'team',
    teamId: team === null ? null : actor.holderId,
    name: team?.name ?? actor.username,
    role: team?.role ?? 'own',
    budget: team?.budget ?? null,
    budgetLeft: team === null ? null : budgetLeft(team),
  } as const
  return jsonObject({ userInformation, channels, holder, teams })
}
