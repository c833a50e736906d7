import { z } from 'zod'
import {
  BUYER_GROUPS,
  CHECK_RESULTS,
  EVIDENCE_MAX,
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_STATES,
  SOURCE_KINDS,
} from '../rules/evidence.ts'
import { endpoints } from './endpoint.ts'
import { channelId, instant, pathId } from './fields.ts'

export const evidenceEndpoints = endpoints({
  'GET /channels/{channelId}/evidence': {
    who: 'anyone',
    session: 'best-effort',
    lane: 'search',
    limits: ['evidence', 'evidence_person'],
    summary: 'What is known of the contact that a channel would be sold with; never its address',
    params: z.object({ channelId }),
    data: z.object({
      /** False when nothing is sold; everything else is then null, `0` or false. */
      hasContact: z.boolean(),
      sourceKind: z.enum([...SOURCE_KINDS, 'other']).nullable(),
      /** The host of the page on which it was found; null without a page. */
      sourceHost: z.string().nullable(),
      firstSeenAt: instant.nullable(),
      lastSeenAt: instant.nullable(),
      /** Who gives out its mailboxes, e.g. `gmail`, `own domain`, `disposable`; null when not known. */
      provider: z.string().nullable(),
      /** It belongs to a task, not to a person; false also where that would give the address away. */
      isRole: z.boolean(),
      /** The last check of its domain; null before the first. */
      check: z.object({ result: z.enum(CHECK_RESULTS), checkedAt: instant }).nullable(),
      /** When the creator said that it is theirs. */
      creatorConfirmedAt: instant.nullable(),
      /** How many people have it: `21+` is more than 20. */
      revealed: z.enum(BUYER_GROUPS),
      /** How many people have reported it within 90 days. */
      reports90d: z.number().int(),
      /** For people who are logged in: the provider's domain after three dots; null at all other domains. */
      maskedEmail: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /purchases/{transactionId}/report': {
    who: 'user',
    limits: ['report'],
    summary:
      'Report a bought contact that does not work, within 30 days of the purchase: the use comes back once the mail server says so',
    params: z.object({ transactionId: pathId }),
    body: z
      .object({
        kind: z.enum(REPORT_KINDS),
        /** For `bounced`: the letter that came back, as text. */
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
})
