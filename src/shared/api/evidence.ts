import { z } from 'zod'
import { REFUSED_SUBJECTS } from '../rules/creators.ts'
import {
  BUYER_GROUPS,
  CHECK_RESULTS,
  EVIDENCE_MAX,
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_STATES,
  SOURCE_KINDS,
} from '../rules/evidence.ts'
import { CONTENT_TYPES, SUBSCRIBER_RANGES } from '../rules/filters.ts'
import { commands, upTo } from './command.ts'
import { endpoints } from './endpoint.ts'
import { channelId, instant, pathId } from './fields.ts'

/** A part of a whole, 0 to 1. */
const share = z.number().min(0).max(1)
const count = z.number().int()

/** How long half of the uses took to come back after a report, and 95 % of them, in seconds; null when not enough did. */
const returnTime = z.object({ half: count, p95: count }).nullable()

/** What of contacts and returned uses is public. Counts below the minimum are null: `MIN_CELL_SIZE` and `MIN_PEOPLE`. */
export const trustStatistics = z.object({
  /** Months of purchases by Moscow time, oldest first, the running one last. Returned uses are those of the month's purchases. */
  months: z.array(
    z.object({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      /** Whether the days for reports are over for all of the month's purchases. */
      isFinished: z.boolean(),
      statistics: z
        .object({
          /** The number bought, rounded down to steps of 20. */
          reveals: count,
          /** For how many of them, within 30 days, a mail server had said that there is no such mailbox. */
          bounced: share,
          /** How many uses came back, after a buyer's report or the owner's objection. */
          returned: z.object({ report: count, objection: count }),
          /** The same as a part of the purchases. */
          returnedShare: z.object({ report: share, objection: share }),
        })
        .nullable(),
    }),
  ),
  returnTime: z.object({ automatic: returnTime, operator: returnTime }),
  /** Half of the contacts on sale were seen at their source within this number of days. */
  contactDays: count.nullable(),
  /** Of the channels of a content type or size, the part with a contact on sale. */
  coverage: z.object({
    contentTypes: z.array(z.object({ contentType: z.enum(CONTENT_TYPES), share: share.nullable() })),
    sizes: z.array(
      z.object({ size: z.enum(SUBSCRIBER_RANGES.map(({ label }) => label)), share: share.nullable() }),
    ),
  }),
})

export type TrustStatistics = z.output<typeof trustStatistics>

export const evidenceEndpoints = endpoints({
  'GET /channels/{channelId}/evidence': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    limits: ['evidence', 'evidence_person'],
    summary: 'What is known about the contact that a channel would be sold with; never its address',
    params: z.object({ channelId }),
    data: z.object({
      /** False when nothing is sold; everything else is then null, `0` or false. */
      hasContact: z.boolean(),
      sourceKind: z.enum([...SOURCE_KINDS, 'other']).nullable(),
      /** The host of the page on which it was found; null without a page. */
      sourceHost: z.string().nullable(),
      /** These and the following are days: their midnight in UTC. */
      firstSeenAt: instant.nullable(),
      lastSeenAt: instant.nullable(),
      /** Who gives out its mailboxes, e.g. `gmail`, `own domain`, `disposable`; null when not known. */
      provider: z.string().nullable(),
      /** It belongs to a task, not to a person; false also where that would give the address away. */
      isRole: z.boolean(),
      /** The last check of its domain, null before the first. */
      check: z.object({ result: z.enum(CHECK_RESULTS), checkedAt: instant }).nullable(),
      /** When the creator said that it is theirs. */
      creatorConfirmedAt: instant.nullable(),
      /** Subjects of advertising that the creator does not want. */
      refuses: z.array(z.enum(REFUSED_SUBJECTS)),
      /** How many people have it: `21+` is more than 20. */
      revealed: z.enum(BUYER_GROUPS),
      /** How many reports of it within 90 days gave a use or another contact. */
      reports90d: z.number().int(),
      /** For people who are logged in: the provider's domain after three dots; null at all other domains. */
      maskedEmail: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /purchases/{transactionId}/report': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['report'],
    summary:
      'Report a bought contact that does not work, within 30 days of the purchase; the use is returned once the mail server confirms it',
    params: z.object({ transactionId: pathId }),
    body: z
      .object({
        kind: z.enum(REPORT_KINDS),
        /** For `bounced`: the email that came back, as text. */
        evidence: z.string().trim().max(EVIDENCE_MAX, 'too_long').optional(),
      })
      .check(({ value: { kind, evidence }, issues }) => {
        if (kind === 'bounced' && (evidence ?? '') === '')
          issues.push({ code: 'custom', input: evidence, path: ['evidence'], message: 'required' })
      }),
    data: z.object({
      state: z.enum(REPORT_STATES),
      reason: z.enum(REPORT_REASONS),
      /** The uses left after this call. */
      uses: z.number().int(),
    }),
    errors: ['wrong_evidence', 'already_reported', 'no_contact', 'not_found'],
  },
  'GET /trust': {
    who: 'anyone',
    session: 'best-effort',
    lane: 'search',
    limits: [],
    keptSeconds: 600,
    summary:
      'Contact quality as of last night: contacts that did not work, returned uses, age and coverage of contacts; null before the first night',
    /** The date in Moscow of the night, and when it was counted. */
    data: trustStatistics.extend({ day: z.iso.date(), madeAt: instant }).nullable(),
    errors: [],
  },
})

const report = upTo(Number.MAX_SAFE_INTEGER)

/** A report as the operator sees it. */
const waitingReport = z.object({
  id: z.int(),
  holderId: z.int(),
  kind: z.string(),
  state: z.string(),
  reason: z.string(),
  /** The mail server's own code. */
  code: z.string().nullable(),
  reportedAt: z.date(),
  channelName: z.string(),
  /** Of the same contact, by others; and what came back to this holder by reports in the days before. */
  others: z.int(),
  returns: z.int(),
})

export const evidenceCommands = commands({
  'reports list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ limit: upTo(1_000).default(50) }),
    output: z.array(waitingReport),
    refusals: [],
  },
  'reports show': {
    atLeast: 'support',
    changesNothing: true,
    input: z.object({ report }),
    args: ['report'],
    output: waitingReport.extend({
      /** The answer of the mail server, which may hold addresses. */
      evidence: z.string().nullable(),
      boughtAt: z.date(),
      /** Our number of the channel; null: it was merged into one that the holder has bought, too. */
      channelId: z.int().nullable(),
      /** The contact that is reported; null when it is deleted or its owner has objected. */
      contact: z
        .object({
          address: z.string(),
          source: z.string(),
          verification: z.string(),
          verifiedAt: z.date().nullable(),
          bouncedAt: z.date().nullable(),
        })
        .nullable(),
    }),
    refusals: ['no_such_report'],
  },
  'reports decide': {
    atLeast: 'support',
    input: z.object({ report, decision: z.enum(['credit', 'refuse']) }),
    args: ['report', 'decision'],
    reason: true,
    output: z.object({ outcome: z.enum(['credited', 'refused', 'decided before', 'account closed']) }),
    refusals: ['no_such_report'],
  },
})
