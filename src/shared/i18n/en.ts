import { accounts } from './en/accounts.ts'
import { cards, firstSteps } from './en/cards.ts'
import { channels } from './en/channels.ts'
import { creators } from './en/creators.ts'
import { errors, fieldProblems, noContactReasons } from './en/errors.ts'
import { evidence } from './en/evidence.ts'
import { feedback } from './en/feedback.ts'
import { legal } from './en/legal.ts'
import { objections } from './en/objections.ts'
import { payments } from './en/payments.ts'
import { profile } from './en/profile.ts'
import { recommendations } from './en/recommendations.ts'
import { bulkReveals, cardFiles, purchases, reveals } from './en/reveals.ts'
import { savedSearches } from './en/saved-searches.ts'
import { search } from './en/search.ts'
import { secondFactor } from './en/second-factor.ts'
import { seeds } from './en/seeds.ts'
import * as start from './en/start.ts'
import { statistics } from './en/statistics.ts'
import { status } from './en/status.ts'
import { teams } from './en/teams.ts'
import { templates } from './en/templates.ts'
import { trust } from './en/trust.ts'
import { uses } from './en/uses.ts'
import type { Texts } from './messages.ts'

/** The English dictionary of web and API, by feature. What only the server writes is in `server-texts.ts`. */
export const en = {
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
} as const

export type Messages = Texts<typeof en>

/** The part of a dictionary that the start page and everything around pages needs. */
export type StartTexts = Texts<typeof start>
