import { z } from 'zod'
import { EVIDENCE_MAX, REPORT_KINDS, REPORT_REASONS, REPORT_STATES } from '../rules/evidence.ts'
import { endpoints } from './endpoint.ts'
import { pathId } from './fields.ts'

export const evidenceEndpoints = endpoints({
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
