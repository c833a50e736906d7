import { z } from 'zod'
import { address, commands } from './command.ts'
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

export const objectionsCommands = commands({
  'contacts suppress': {
    atLeast: 'operator',
    input: z.object({ address }),
    args: ['address'],
    reason: true,
    dryRun: true,
    confirm: 'address',
    /** What it withheld; null when it was removed before. */
    output: z
      .object({
        channels: z.int(),
        /** Of these, those that have no other contact. */
        channelsLeftWithout: z.int(),
        purchases: z.int(),
        owners: z.int(),
        /** Uses that come back to those who bought it within the days of the warranty. */
        uses: z.int(),
      })
      .nullable(),
    refusals: [],
  },
})
