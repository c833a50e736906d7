import type { DataOf } from '#shared/api/contract.ts'
import { CONTENT_TYPES, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'

type Trust = NonNullable<DataOf<'GET /trust'>>

/** What an installation gathers in a year: that of the tests was filled a moment ago. */
export const GATHERED: Trust = {
  day: '2026-11-26',
  madeAt: '2026-11-26T01:23:00.000Z',
  months: Array.from({ length: 12 }, (_, place) => ({
    month: place === 0 ? '2025-12' : `2026-${String(place).padStart(2, '0')}`,
    isFinished: place < 10,
    statistics:
      place < 2
        ? null
        : {
            reveals: 140 * place,
            bounced: (12 - place) / 200,
            returned: { report: 16 - place, objection: place % 4 },
            returnedShare: { report: (12 - place) / 180, objection: (place % 4) / 100 },
          },
  })),
  returnTime: { automatic: { half: 0, p95: 40 }, operator: { half: 9_000, p95: 72_000 } },
  contactDays: 17,
  coverage: {
    contentTypes: CONTENT_TYPES.map((contentType, place) => ({
      contentType,
      share: place === 14 ? null : 0.95 - place / 20,
    })),
    sizes: SUBSCRIBER_RANGES.map(({ label }, place) => ({
      size: label,
      share: place > 7 ? null : 0.2 + place / 10,
    })),
  },
}
