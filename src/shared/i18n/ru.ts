import type { Messages } from './en.ts'
import { ruStart } from './ru-start.ts'
import { accounts } from './ru/accounts.ts'
import { errors, fieldProblems } from './ru/errors.ts'
import { feedback } from './ru/feedback.ts'
import { legal } from './ru/legal.ts'
import { optout } from './ru/optout.ts'
import { profile } from './ru/profile.ts'
import { payments } from './ru/payments.ts'
import { purchases } from './ru/purchases.ts'
import { reveals } from './ru/reveals.ts'
import { search } from './ru/search.ts'
import { secondFactor } from './ru/second-factor.ts'
import { statistics } from './ru/statistics.ts'
import { status } from './ru/status.ts'

/** The Russian dictionary; a text that is missing here does not compile. */
export const ru = {
  ...ruStart,
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
} as const satisfies Messages
