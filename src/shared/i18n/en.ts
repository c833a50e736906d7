import { enStart } from './en-start.ts'
import { accounts } from './en/accounts.ts'
import { errors, fieldProblems } from './en/errors.ts'
import { feedback } from './en/feedback.ts'
import { legal } from './en/legal.ts'
import { optout } from './en/optout.ts'
import { profile } from './en/profile.ts'
import { payments } from './en/payments.ts'
import { purchases } from './en/purchases.ts'
import { reveals } from './en/reveals.ts'
import { search } from './en/search.ts'
import { secondFactor } from './en/second-factor.ts'
import { statistics } from './en/statistics.ts'
import { status } from './en/status.ts'
import type { Texts } from './messages.ts'

/** The English dictionary of web and API, by feature. Mails and legal texts are separate (server and their pages only). */
export const en = {
  ...enStart,
  accounts,
  errors,
  fieldProblems,
  feedback,
  legal,
  optout,
  profile,
  payments,
  purchases,
  reveals,
  search,
  secondFactor,
  statistics,
  status,
} as const

export type Messages = Texts<typeof en>
