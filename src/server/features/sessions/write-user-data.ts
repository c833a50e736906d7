import type { UserData } from '#shared/api/sessions.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import { type Json, jsonObject } from '#server/json.ts'
import type { Caller, Holdings } from '#server/people/caller.ts'

interface Restored {
  readonly caller: Caller
  readonly holdings: Holdings
}

/** The user data of a session. */
export function writeUserData(
  { legal, clock }: Core & Pick<App, 'legal'>,
  { caller, holdings }: Restored,
): Json<UserData> {
  const { uses, subscribedUntil, announcedTerms, channels } = holdings
  const newest = legal.terms[0].date
  const isSubscriber = subscribedUntil !== null && subscribedUntil >= moscowDate(clock.now())
  const userInformation: UserData['userInformation'] = {
    csrfToken: caller.csrfToken,
    email: caller.email,
    isSubscriber,
    isVoteEnabled: caller.isSponsor,
    newTerms: announcedTerms < newest ? newest : null,
    subscription_expiration: isSubscriber ? subscribedUntil : null,
    user_id: caller.personId,
    username: caller.username,
    uses,
  }
  return jsonObject({ userInformation, channels })
}
