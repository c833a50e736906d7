import type { Messages } from './messages.ts'
import { accounts } from './ru/accounts.ts'
import { common } from './ru/common.ts'
import { errors, fieldProblems } from './ru/errors.ts'
import { landing } from './ru/landing.ts'
import { purchases } from './ru/purchases.ts'
import { reveals } from './ru/reveals.ts'
import { search } from './ru/search.ts'
import { shell } from './ru/shell.ts'
import { status } from './ru/status.ts'

/** The Russian dictionary; a text that is missing here does not compile. */
export const ru = {
  accounts,
  common,
  errors,
  fieldProblems,
  landing,
  purchases,
  reveals,
  search,
  shell,
  status,
} as const satisfies Messages
