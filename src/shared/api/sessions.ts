import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { givenPassword, instant } from './fields.ts'
import { purchaseRecord } from './reveals.ts'
import { holderFacts, teamSummary } from './teams.ts'

/** What a client knows about the person, restored by `GET /cookie`. */
export const userData = z.object({
  userInformation: z.object({
    csrfToken: z.string(),
    email: z.string(),
    isSubscriber: z.boolean(),
    isVoteEnabled: z.boolean(),
    /** The date of a new version of the terms that has not been announced to the person, `YYYY-MM-DD`. */
    newTerms: z.iso.date().nullable(),
    /** The last date of the subscription, `YYYY-MM-DD`. */
    subscription_expiration: z.iso.date().nullable(),
    user_id: z.number().int(),
    username: z.string(),
    /** The uses that can be spent now, today's allowance included. */
    uses: z.number().int(),
  }),
  /** Newest first, at most 100; `GET /purchases` has the rest. */
  channels: z.array(purchaseRecord),
  /** Whose uses, subscription and purchases these are. */
  holder: holderFacts,
  /** All that the person belongs to, in the order of their names. */
  teams: z.array(teamSummary),
})

export type UserData = z.infer<typeof userData>

/** Where the session at the OpenID Connect issuer ends, which leads back here; absent when there is none to end. */
const leaving = z.object({ leaveUrl: z.string().optional() })

export const sessionsEndpoints = endpoints({
  'GET /cookie': {
    who: 'user',
    scope: 'purchases:read',
    session: 'restored',
    limits: [],
    summary: 'Restore the session, with what the person or the team of `x-team` has',
    data: userData,
    errors: [],
  },
  'GET /logout': {
    who: 'anyone',
    limits: [],
    summary: 'End the session',
    data: z.null(),
    extras: leaving,
    errors: [],
  },
  'POST /logout': {
    duringMaintenance: true,
    who: 'anyone',
    limits: [],
    summary: 'End the session',
    data: z.null(),
    extras: leaving,
    errors: [],
  },
  'GET /sessions': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: "The person's valid sessions, most recently seen first",
    data: z.array(
      z.object({
        id: z.number().int(),
        /** Whether this call was made with it. */
        isCurrent: z.boolean(),
        /** As browsers name themselves; null when the browser did not. */
        browser: z.string().nullable(),
        system: z.string().nullable(),
        createdAt: instant,
        /** Accurate to an hour. */
        lastSeenAt: instant,
      }),
    ),
    errors: [],
  },
  'POST /sessions/proof': {
    duringMaintenance: true,
    who: 'user',
    scope: 'account',
    limits: [],
    furtherLimits: ['own_password'],
    summary:
      'Give the password again, which counts for ten minutes: for calls that answer `password_required`',
    body: z.object({ password: givenPassword }),
    data: z.null(),
    errors: ['invalid_credentials'],
  },
  'DELETE /sessions/{id}': {
    duringMaintenance: true,
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    summary: 'End one session; another one than that of the call needs a proof within ten minutes',
    params: z.object({ id: z.coerce.number().int().positive() }),
    data: z.null(),
    errors: ['not_found', 'password_required'],
  },
  'DELETE /sessions': {
    duringMaintenance: true,
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    summary: 'End all sessions except the one of this call; needs a proof within ten minutes',
    data: z.object({ ended: z.number().int() }),
    errors: ['password_required'],
  },
})
