import type { Feature } from '#server/feature.ts'
import { closePromocode, openPromocode, showPromocodes } from './operate-promocodes.ts'
import { promocodesInvariants, usesInvariants } from './uses-invariants.sql.ts'
import { listEntries, listOwed } from './entries.sql.ts'
import { showLedger } from './show-ledger.ts'
import { usesData } from './uses-data.sql.ts'
import { usesRoutes } from './uses.routes.ts'

/** The ledger of uses, the allowance of a subscription, promocodes. */
export const uses = {
  name: 'uses',
  routes: usesRoutes,
  tables: ['uses_lot', 'uses_entry', 'gift_given', 'promocode'],
  invariants: [...usesInvariants, ...promocodesInvariants],
  personalData: [usesData],
  commands: {
    'uses ledger': showLedger,
    'uses entries': (core, _by, wanted) => listEntries(core, wanted),
    'uses owed': (core, _by, page) => listOwed(core, page),
    'promocodes add': openPromocode,
    'promocodes list': showPromocodes,
    'promocodes end': closePromocode,
  },
} as const satisfies Feature<'uses'>
