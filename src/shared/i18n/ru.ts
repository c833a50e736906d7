import type { Messages } from './en.ts'
import { accounts } from './ru/accounts.ts'
import { cards, firstSteps } from './ru/cards.ts'
import { channels } from './ru/channels.ts'
import { creators } from './ru/creators.ts'
import { errors, fieldProblems, noContactReasons } from './ru/errors.ts'
import { evidence } from './ru/evidence.ts'
import { feedback } from './ru/feedback.ts'
import { legal } from './ru/legal.ts'
import { objections } from './ru/objections.ts'
import { payments } from './ru/payments.ts'
import { profile } from './ru/profile.ts'
import { recommendations } from './ru/recommendations.ts'
import { bulkReveals, cardFiles, purchases, reveals } from './ru/reveals.ts'
import { savedSearches } from './ru/saved-searches.ts'
import { search } from './ru/search.ts'
import { secondFactor } from './ru/second-factor.ts'
import { seeds } from './ru/seeds.ts'
import * as start from './ru/start.ts'
import { statistics } from './ru/statistics.ts'
import { status } from './ru/status.ts'
import { teams } from './ru/teams.ts'
import { templates } from './ru/templates.ts'
import { trust } from './ru/trust.ts'
import { uses } from './ru/uses.ts'

/** The Russian dictionary; a text that is missing here does not compile. */
export const ru = {
  ...start,
  accounts,
  bulkReveals,
  cards,
  channels,
  creators,
  errors,
  evidence,
  fieldProblems,
  firstSteps,
  feedback,
  legal,
  noContactReasons,
  objections,
  payments,
  profile,
  cardFiles,
  purchases,
  recommendations,
  reveals,
  savedSearches,
  search,
  secondFactor,
  seeds,
  statistics,
  status,
  teams,
  templates,
  trust,
  uses,
} as const satisfies Messages
