import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { email, linkToken } from './fields.ts'

export const objectionsEndpoints = endpoints({
  'POST /optout': {
    who: 'anyone',
    limits: ['objection_network'],
    furtherLimits: ['verification', 'verification_day'],
    summary:
      'Email the link with which the owner of an address can have it removed; the same for known and unknown addresses',
    body: z.object({ address: email }),
    data: z.null(),
    errors: [],
  },
  'PUT /optout': {
    who: 'creator',
    limits: ['mailed_link'],
    summary:
      'Confirm an objection with a mailed link: the address is no longer shown, and future imports cannot add it again; on request, the pages of its channels are taken away too',
    body: z.object({
      token: linkToken,
      /** Also takes away the pages of the channels that have the address, as the operator does on request. */
      hidesChannels: z.boolean().optional(),
    }),
    data: z.null(),
    errors: ['wrong_token'],
  },
})
