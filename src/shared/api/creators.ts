import { z } from 'zod'
import { LANGUAGES } from '../i18n/messages.ts'
import { PAUSES, REFUSED_SUBJECTS, REQUEST_KINDS, REQUEST_TEXT_MAX, SOLD_RANGES } from '../rules/creators.ts'
import { address, commands, day, upTo } from './command.ts'
import { endpoints } from './endpoint.ts'
import { email, instant, linkToken } from './fields.ts'
import { channelResult } from './search.ts'

/** What is kept of the address that a link speaks for. */
export const keptOfCreator = z.object({
  /** `prefer`: the link confirms an address that is to be preferred to another one; the rest is about that other one. */
  purpose: z.enum(['own', 'prefer']),
  /** The address that the link was mailed to. */
  email: z.string(),
  /** The first letter and the domain of an address that was confirmed to be preferred to this one, the latest. */
  preferredEmail: z.string().nullable(),
  channels: z.array(
    z.object({
      channel_name: z.string(),
      url: z.string().nullable(),
      sourceKind: z.string(),
      sourceHost: z.string().nullable(),
      firstSeenAt: instant,
      lastSeenAt: instant,
      confirmedAt: instant.nullable(),
      /** As everybody sees the channel; null when it is hidden or gone. */
      shown: channelResult.nullable(),
    }),
  ),
  /** How many people have bought it, by no more than its order of magnitude. */
  sold: z.enum(SOLD_RANGES),
  refuses: z.array(z.enum(REFUSED_SUBJECTS)),
  /** Why nobody new gets it, apart from a pause: emails to it came back, or it was not seen for too long. */
  notSold: z.enum(['bounced', 'stale']).nullable(),
  isPaused: z.boolean(),
  /** Null while paused: until the creator ends it. */
  pausedUntil: instant.nullable(),
})

export const creatorsEndpoints = endpoints({
  'POST /creator': {
    who: 'creator',
    changesNothing: true,
    limits: ['mailed_link'],
    summary:
      'What we keep about the address that received an email with this link; opening the link changes nothing',
    body: z.object({ token: linkToken }),
    data: keptOfCreator,
    errors: ['wrong_token'],
  },
  'PUT /creator': {
    who: 'creator',
    limits: ['mailed_link'],
    furtherLimits: ['receipt_day'],
    summary:
      'With a mailed link, confirm the address, say what the creator does not advertise, pause its sale, or undo a change to another address; what is left out stays as it is',
    body: z.object({
      token: linkToken,
      isRight: z.literal(true).optional(),
      refuses: z.array(z.enum(REFUSED_SUBJECTS)).max(REFUSED_SUBJECTS.length).optional(),
      pause: z.enum(PAUSES).optional(),
      /** Withdraws the preferred addresses, ends all other links of this one and theirs, and confirms this one. */
      takesBack: z.literal(true).optional(),
    }),
    data: keptOfCreator,
    errors: ['wrong_token'],
  },
  'POST /creator/link': {
    who: 'anyone',
    limits: ['objection_network'],
    furtherLimits: ['verification', 'verification_day'],
    summary:
      'Email the link with which the owner of an address can correct or confirm what is kept; the same for known and unknown addresses',
    body: z.object({ address: email }),
    data: z.null(),
    errors: [],
  },
  'POST /creator/address': {
    who: 'creator',
    limits: ['objection_network'],
    furtherLimits: ['verification', 'verification_day'],
    summary:
      'Give another address in place of the one of the mailed link; an email to the new address asks its owner to confirm it',
    body: z.object({ token: linkToken, address: email }),
    data: z.null(),
    errors: ['wrong_token'],
  },
  'POST /creator/request': {
    who: 'creator',
    limits: ['mailed_link'],
    furtherLimits: ['verification_day'],
    summary: 'Ask the operator a question about the address of the mailed link; the answer comes by email',
    body: z.object({
      token: linkToken,
      kind: z.enum(REQUEST_KINDS),
      text: z.string().trim().min(1, 'required').max(REQUEST_TEXT_MAX, 'too_long'),
    }),
    data: z.object({
      /** The last day for the answer, `YYYY-MM-DD`. */
      dueOn: z.iso.date(),
    }),
    errors: ['wrong_token'],
  },
  'PUT /creator/address': {
    who: 'creator',
    limits: ['mailed_link'],
    summary: 'Confirm another address with the link mailed to it: from then on, that address is sold',
    body: z.object({ token: linkToken }),
    data: keptOfCreator,
    errors: ['wrong_token'],
  },
})

const request = upTo(Number.MAX_SAFE_INTEGER)

/** A request as the operator sees it; dates are Moscow's. */
const keptRequest = z.object({
  id: z.int(),
  kind: z.enum(REQUEST_KINDS),
  receivedOn: z.string(),
  dueOn: z.string(),
  state: z.enum(['open', 'late', 'answered']),
})

export const creatorsCommands = commands({
  'requests list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ limit: upTo(1_000).default(50) }),
    output: z.array(keptRequest),
    refusals: [],
  },
  'requests show': {
    atLeast: 'support',
    changesNothing: true,
    input: z.object({ request }),
    args: ['request'],
    output: keptRequest.extend({ address: z.string(), text: z.string(), language: z.enum(LANGUAGES) }),
    refusals: ['no_such_request'],
  },
  'requests add': {
    atLeast: 'support',
    input: z.object({
      address,
      kind: z.enum(REQUEST_KINDS).meta({ hint: 'kind' }),
      received: day,
      text: z.string().trim().min(1).max(REQUEST_TEXT_MAX).meta({ isFile: true }),
      language: z.enum(LANGUAGES).meta({ hint: 'language' }).default('ru'),
    }),
    args: ['address'],
    output: z.object({ id: z.int() }),
    refusals: ['request_to_come', 'request_kept'],
  },
  'requests answer': {
    atLeast: 'support',
    input: z.object({
      request,
      text: z.string().trim().min(1).max(20_000).meta({ isFile: true }).optional(),
      /** It was answered by another way: only note that. */
      elsewhere: z.boolean().default(false),
    }),
    args: ['request'],
    reason: true,
    output: z.object({
      /** False: it was answered before, and nothing was sent. */
      isChanged: z.boolean(),
    }),
    refusals: ['no_such_request', 'answer_or_elsewhere'],
  },
})
